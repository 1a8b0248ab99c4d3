// Adds two vectors through plain pointers: unified shared memory.
//
//   scythe++ -O2 vector_add_usm.cpp -o vector_add_usm && ./vector_add_usm
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr std::size_t n = 1'000'000;
  sycl::queue q;

  // Shared memory is readable and writable on the host and on the device.
  float *a = sycl::malloc_shared<float>(n, q);
  float *b = sycl::malloc_shared<float>(n, q);
  // Device memory belongs to the device; data gets there and back by copying.
  float *sum = sycl::malloc_device<float>(n, q);
  float *result = sycl::malloc_host<float>(n, q);
  if (!a || !b || !sum || !result) {
    std::puts("out of memory");
    return 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * static_cast<float>(i);
  }

  // Commands start in any order unless told otherwise: with pointers SYCL
  // cannot see what depends on what, so events say it.
  sycl::event added = q.parallel_for(n, [=](sycl::id<1> i) { sum[i] = a[i] + b[i]; });
  sycl::event copied = q.copy(sum, result, n, added);
  copied.wait();

  int status = 0;
  for (std::size_t i = 0; i < n && status == 0; ++i) {
    if (result[i] != a[i] + b[i]) {
      std::printf("wrong result at %zu: %f\n", i, result[i]);
      status = 1;
    }
  }
  for (float *pointer : {a, b, sum, result})
    sycl::free(pointer, q);
  if (status == 0)
    std::printf("added %zu elements through shared memory\n", n);
  return status;
}

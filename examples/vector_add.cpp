// Adds two vectors with buffers and accessors.
//
//   scythe++ -O2 vector_add.cpp -o vector_add && ./vector_add
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main() {
  constexpr std::size_t n = 1'000'000;
  std::vector<float> a(n), b(n), sum(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * static_cast<float>(i);
  }

  // A queue sends work to a device; by default to the best one there is.
  sycl::queue q;

  {
    // Buffers hand the vectors over to SYCL until the end of this block.
    sycl::buffer buf_a(a), buf_b(b), buf_sum(sum);

    q.submit([&](sycl::handler &h) {
      // Accessors say what the kernel reads and writes. SYCL orders kernels
      // and moves data accordingly.
      sycl::accessor in_a(buf_a, h, sycl::read_only);
      sycl::accessor in_b(buf_b, h, sycl::read_only);
      sycl::accessor out(buf_sum, h, sycl::write_only, sycl::no_init);

      // The kernel runs once for each i in 0..n.
      h.parallel_for(n, [=](sycl::id<1> i) { out[i] = in_a[i] + in_b[i]; });
    });
  } // The buffers wait for the kernel and write the result back to `sum`.

  for (std::size_t i = 0; i < n; ++i) {
    if (sum[i] != a[i] + b[i]) {
      std::printf("wrong result at %zu: %f\n", i, sum[i]);
      return 1;
    }
  }
  std::printf("added %zu elements on %s\n", n,
              q.get_device().get_info<sycl::info::device::name>().c_str());
}

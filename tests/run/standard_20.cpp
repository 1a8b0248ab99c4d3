//! flags = "-std=c++20 -Wall -Wextra -Werror"
//! plain_kernels = true
// The headers are free of warnings in C++20, and kernels run.
#include <sycl/sycl.hpp>

#include <vector>

static_assert(sycl::bit_cast<unsigned>(1.0f) == 0x3f800000);

int main() {
  sycl::queue q;
  std::vector<float> a(100, 1.5f), b(100);
  {
    sycl::buffer in(a), out(b);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(in, h, sycl::read_only);
      sycl::accessor y(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for(100, [=](auto i) { y[i] = sycl::bit_cast<float>(sycl::bit_cast<int>(x[i])) * float(i); });
    });
  }
  for (std::size_t i = 0; i < 100; ++i)
    if (b[i] != 1.5f * float(i))
      return 1;
  return 0;
}

//! flags = "-std=c++23 -Wall -Wextra -Werror"
//! plain_kernels = true
// The headers are free of warnings in C++23, and kernels run.
#include <sycl/sycl.hpp>

#include <vector>

int main() {
  sycl::queue q;
  std::vector<float> a(100, 1.5f), b(100);
  {
    sycl::buffer in(a), out(b);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(in, h, sycl::read_only);
      sycl::accessor y(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for(100, [=](auto i) { y[i] = x[i] * float(i); });
    });
  }
  for (std::size_t i = 0; i < 100; ++i)
    if (b[i] != 1.5f * float(i))
      return 1;
  return 0;
}

//! flags = "-ffast-math"
// Results that must be correct with -ffast-math: zeros are ordinary arguments.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cmath>
#include <vector>

template <typename T> void zeros(sycl::queue &q) {
  constexpr std::size_t n = 67; // vectors and a rest
  T *const from = sycl::malloc_shared<T>(n, q), *const to = sycl::malloc_shared<T>(3 * n, q);
  for (std::size_t i = 0; i < n; ++i)
    from[i] = i % 3 == 0 ? T(0) : T(i % 3 == 1 ? 8 : -27);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     to[i] = sycl::round(sycl::cbrt(from[i]));
     to[n + i] = sycl::sqrt(from[i] * from[i]);
     to[2 * n + i] = sycl::hypot(from[i], T(0));
   }).wait();
  CHECK_ALL(to, 3 * n, [&](std::size_t i) {
    const T x = from[i % n];
    return i < n ? T(x == 0 ? 0 : x > 0 ? 2 : -3) : x < 0 ? -x : x;
  });
  sycl::free(from, q);
  sycl::free(to, q);
}

// Within the two units in the last place that OpenCL allows, for numbers of all sizes.
static void roots(sycl::queue &q) {
  std::vector<float> from, to(4096);
  for (int i = 0; i < 4096; ++i)
    from.push_back(std::ldexp(1 + float(i) / 4096, i % 240 - 120) * (i % 2 ? 1.f : -1.f));
  {
    sycl::buffer<float> in(from), out(to);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(in, h, sycl::read_only);
      sycl::accessor y(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for(from.size(), [=](sycl::id<1> i) { y[i] = sycl::cbrt(x[i]); });
    });
  }
  double worst = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double exact = std::cbrt(double(from[i]));
    const double unit = std::ldexp(1.0, std::ilogb(exact) - 23);
    worst = std::fmax(worst, std::fabs(double(to[i]) - exact) / unit);
  }
  CHECK(worst <= 2);
  if (worst > 1.5)
    std::printf("cbrt has an error of %f units\n", worst);
}

int main() {
  sycl::queue q;
  zeros<float>(q);
  roots(q);
  if (q.get_device().has(sycl::aspect::fp64))
    zeros<double>(q);
  return check::result();
}

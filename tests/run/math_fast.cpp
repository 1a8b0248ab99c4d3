//! flags = "-ffast-math"
// What -ffast-math does not allow to go wrong: zeros are ordinary arguments.
#include "check.hpp"
#include <sycl/sycl.hpp>

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

int main() {
  sycl::queue q;
  zeros<float>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    zeros<double>(q);
  return check::result();
}

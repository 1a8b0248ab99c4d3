// A kernel whose work-items access every other element.
#include <sycl/sycl.hpp>

void every_other(sycl::queue &q, float *to, const float *from, size_t n) {
  q.parallel_for(n, [=](sycl::id<1> i) { to[i] = from[2 * i]; });
}

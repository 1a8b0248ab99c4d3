//! emit = "mux-ll"
//! flags = "-O2 -g --targets=cpu:x86-64-v3"

// The kernel's line numbers survive work-item loops.
#include <sycl/sycl.hpp>

void twice(sycl::queue &q, float *x, size_t n) {
  q.parallel_for<class twice_kernel>(sycl::range<1>{n}, [=](sycl::id<1> i) {
    x[i] = 2 * x[i]; // line 9
  });
}

// CHECK-LABEL: define {{.*}}twice_kernel.mux-kernel-wrapper(
// CHECK: store <8 x float> {{.*}} !dbg [[STORE:![0-9]+]]
// CHECK: [[STORE]] = !DILocation(line: 9,

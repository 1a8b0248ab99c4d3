//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2 -ffast-math"

// With -ffast-math functions of float are the device's approximations; without, they
// are the library's (code_quality has the native ones).
#include <sycl/sycl.hpp>

void run(sycl::queue &q, float *x) {
  q.parallel_for<class fast>(sycl::range(1024), [=](sycl::id<1> i) {
    x[i] = sycl::sin(x[i]) + sycl::log2(x[i]) + sycl::sqrt(x[i]);
  });
}

// CHECK-LABEL: .entry {{.*}}fast(
// CHECK-DAG: sin.approx
// CHECK-DAG: lg2.approx
// CHECK-DAG: sqrt.approx
// CHECK-NOT: .local

//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// Mathematics calls OpenCL's functions, both for LLVM's intrinsics and for the C library's functions.
#include <sycl/sycl.hpp>

#include <cmath>

void compute(sycl::queue &q, float *x, double *y, int *n) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> i) {
    x[i] = sycl::sin(x[i]);
    x[i] = sycl::erf(x[i]);
    y[i] = sycl::exp10(y[i]);
    y[i] = sycl::hypot(y[i], 2.0);
    y[i] = sycl::ldexp(y[i], n[i]);
    x[i] = sycl::frexp(x[i], &n[i]);
    x[i] = std::tgamma(x[i]);
    n[i] = sycl::popcount(n[i]) + sycl::mul_hi(n[i], 77);
  });
}

// CHECK-NOT: LinkageAttributes
// CHECK: OpExtInst %{{[0-9]+}} %[[STD:[0-9]+]] sin
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] erf
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] exp10
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] hypot
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] ldexp
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] frexp
// CHECK: OpExtInst %{{[0-9]+}} %[[STD]] tgamma

//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Eight work-items of simple kernels over USM pointers run at a time.
#include <sycl/sycl.hpp>

void saxpy(sycl::queue &q, float a, const float *x, float *y, size_t n) {
  q.parallel_for<class saxpy_kernel>(sycl::range<1>{n},
                                     [=](sycl::id<1> i) { y[i] = a * x[i] + y[i]; });
}

// CHECK-LABEL: define {{.*}}saxpy_kernel.mux-kernel-wrapper(
// CHECK: load <8 x float>
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: store <8 x float>
// CHECK: ret void

//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Both kernels do their work in a loop inside the work-item. Matrix multiplication runs in tiles of work-items whose
// sums stay in registers: the loop over k has vector operations only. A loop that work-items leave at different times
// is vectorised with masks.
#include <sycl/sycl.hpp>

void multiply(sycl::queue &q, const float *a, const float *b, float *c, size_t n) {
  q.parallel_for<class multiply_kernel>(
      sycl::nd_range<2>({n, n}, {16, 16}), [=](sycl::nd_item<2> it) {
        const size_t y = it.get_global_id(0), x = it.get_global_id(1);
        float sum = 0;
        for (size_t k = 0; k < n; ++k)
          sum += a[y * n + k] * b[k * n + x];
        c[y * n + x] = sum;
      });
}

void escape(sycl::queue &q, const float *x, int *steps, size_t n) {
  q.parallel_for<class escape_kernel>(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
    float v = x[it.get_global_id(0)];
    int count = 0;
    while (v < 1000.0f && count < 100) {
      v = v * v + 0.5f;
      ++count;
    }
    steps[it.get_global_id(0)] = count;
  });
}

// CHECK-LABEL: define {{.*}}multiply_kernel.mux-kernel-wrapper(
// CHECK: phi <8 x float>
// CHECK: phi <8 x float>
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: ret void
// CHECK-LABEL: define {{.*}}escape_kernel.mux-kernel-wrapper(
// CHECK: call <8 x float> @llvm.fmuladd.v8f32
// CHECK: ret void

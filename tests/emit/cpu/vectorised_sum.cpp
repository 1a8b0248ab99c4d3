//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A sum over a range: eight work-items at a time add to their own accumulators, and only the end of a work-group is
// an atomic operation.
#include <sycl/sycl.hpp>

void sum(sycl::queue &q, const float *x, float *result, size_t n) {
  q.parallel_for<class sum_kernel>(n, sycl::reduction(result, sycl::plus<>()),
                                   [=](sycl::id<1> i, auto &total) { total += x[i]; });
}

// CHECK-LABEL: define {{.*}}sum_kernel{{.*}}.mux-kernel-wrapper(
// CHECK-NOT: atomicrmw
// CHECK: [[X:%.+]] = tail call <8 x float> @llvm.masked.load.v8f32
// CHECK-NOT: atomicrmw
// CHECK: fadd <8 x float> {{.*}}[[X]]
// CHECK-NOT: atomicrmw
// CHECK: ret void

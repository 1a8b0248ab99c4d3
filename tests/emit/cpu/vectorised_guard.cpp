//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A condition on the work-item becomes a mask.
#include <sycl/sycl.hpp>

void clamp(sycl::queue &q, int *x, size_t n) {
  q.parallel_for<class clamp_kernel>(sycl::nd_range<1>{n, 64}, [=](sycl::nd_item<1> it) {
    auto i = it.get_global_linear_id();
    if (x[i] < 0)
      x[i] = 0;
  });
}

// CHECK-LABEL: define {{.*}}clamp_kernel.mux-kernel-wrapper(
// CHECK: load <8 x i32>
// CHECK: call void @llvm.masked.store.v8i32
// CHECK: ret void

//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Neighbours read at a distance, and a work-group of known size reads a tile for all of them: the factors are loaded
// from adjacent memory.
#include <sycl/sycl.hpp>

void products(sycl::queue &q, const float *a, const float *b, float *c, size_t n, size_t k) {
  q.parallel_for<class products_kernel>(
      sycl::nd_range<2>({n, n}, {16, 16}),
      [=](sycl::nd_item<2> it) [[sycl::reqd_work_group_size(16, 16)]] {
        const size_t y = it.get_global_id(0), x = it.get_global_id(1);
        float sum = 0;
        for (size_t i = 0; i < k; ++i)
          sum += a[y * k + i] * b[x * k + i];
        c[y * n + x] = sum;
      });
}

// CHECK-LABEL: define {{.*}}products_kernel{{.*}}.mux-kernel-wrapper(
// CHECK-NOT: __mux_
// CHECK: load <8 x float>, ptr addrspace(3)
// CHECK: @llvm.fmuladd.v8f32
// CHECK-NOT: __mux_
// CHECK: ret void

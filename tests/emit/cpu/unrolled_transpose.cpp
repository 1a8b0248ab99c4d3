//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Rows of sixteen work-items whose addresses have a run-time distance: LLVM makes vectors for the case that the
// distance is 1. For all other distances the rows are unrolled, so that many loads are issued at once.
#include <sycl/sycl.hpp>

void transpose(sycl::queue &q, const float *in, float *out, size_t rows, size_t columns) {
  q.parallel_for<class transpose_kernel>(
      sycl::nd_range<2>({rows, columns}, {16, 16}),
      [=](sycl::nd_item<2> it) [[sycl::reqd_work_group_size(16, 16)]] {
        const size_t i = it.get_global_id(0), j = it.get_global_id(1);
        out[j * rows + i] = in[i * columns + j];
      });
}

// CHECK-LABEL: define {{.*}}transpose_kernel{{.*}}.mux-kernel-wrapper(
// CHECK-COUNT-256: store float
// CHECK: ret void

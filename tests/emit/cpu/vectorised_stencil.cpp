//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A two-dimensional stencil: neighbours in a row are loaded as vectors, unaligned if necessary.
#include <sycl/sycl.hpp>

void blur(sycl::queue &q, const float *in, float *out, size_t rows, size_t columns) {
  q.parallel_for<class blur_kernel>(
      sycl::nd_range<2>({rows, columns}, {8, 32}), [=](sycl::nd_item<2> it) {
        const size_t y = it.get_global_id(0) + 1, x = it.get_global_id(1) + 1, w = columns + 2;
        out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] +
                                  in[(y + 1) * w + x]);
      });
}

// CHECK-LABEL: define {{.*}}blur_kernel.mux-kernel-wrapper(
// CHECK: load <8 x float>
// CHECK: load <8 x float>
// CHECK: fadd <8 x float>
// CHECK: store <8 x float>
// CHECK: ret void

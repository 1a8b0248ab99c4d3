//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// On both sides of a barrier, eight work-items run at a time; no barrier is left.
#include <sycl/sycl.hpp>

void reverse(sycl::queue &q, float *x, size_t n) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tile(sycl::range<1>(64), h);
    h.parallel_for<class reverse_kernel>(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
      const size_t l = it.get_local_id(0);
      tile[l] = x[it.get_global_id(0)] * 2;
      sycl::group_barrier(it.get_group());
      x[it.get_global_id(0)] = tile[l] + 1;
    });
  });
}

// CHECK-LABEL: define {{.*}}reverse_kernel{{.*}}.mux-kernel-wrapper(
// CHECK-NOT: __mux_
// CHECK: load <8 x float>
// CHECK: store <8 x float>
// CHECK: fadd <8 x float>
// CHECK-NOT: __mux_
// CHECK: ret void

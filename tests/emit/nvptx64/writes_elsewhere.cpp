//! emit = "mux-ll"
//! flags = "--targets=ptx:sm_90 -O2"

// Kernels that may write through pointers loaded from memory are marked: later copies may read what they write. Those
// that write to their arguments only are not marked, whatever they compute.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, float *x, float **list) {
  q.parallel_for<class plain>(sycl::range<1>(64), [=](sycl::id<1> i) { x[i] = sycl::sin(x[i]); });
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float> tile(64, h);
    h.parallel_for<class tiled>(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
      const auto i = it.get_local_id(0);
      tile[i] = x[i];
      sycl::group_barrier(it.get_group());
      x[i] = sycl::reduce_over_group(it.get_group(), tile[63 - i], sycl::plus<>()) + **list;
    });
  });
  q.parallel_for<class found>(sycl::range<1>(64), [=](sycl::id<1> i) { *list[i] = 1; });
}

// CHECK: define {{.*}}ptx_kernel void @_ZTS{{.*}}5found({{.*}} #[[FOUND:[0-9]+]]
// CHECK-NOT: "scythe-writes-elsewhere"
// CHECK: attributes #[[FOUND]] = { {{.*}}"mux-orig-fn"="_ZTS{{.*}}5found"{{.*}}"scythe-writes-elsewhere"
// CHECK-NOT: "scythe-writes-elsewhere"

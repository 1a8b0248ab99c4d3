//! emit = "mux-ll"
//! flags = "--targets=ptx:sm_90 -O2"

// Kernels get facts that only their launches know as parameters, and required sizes bound their launches.
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> factor(3);

void run(sycl::queue &q, int *x, std::size_t n) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for<class special>(sycl::range<1>(n), [=](sycl::id<1> i, sycl::kernel_handler kh) {
      x[i] = kh.get_specialization_constant<factor>();
    });
  });
  q.parallel_for<class bounded>(sycl::nd_range<1>(256, 64),
                                [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(64)]] {
                                  x[it.get_global_id(0)] = int(it.get_local_range(0));
                                });
}

// CHECK-LABEL: define {{.*}}ptx_kernel void @_ZTS{{.*}}bounded(
// CHECK-SAME: #[[BOUNDED:[0-9]+]]
// CHECK: store i32 64
// CHECK-LABEL: define {{.*}}ptx_kernel void @_ZTS{{.*}}special(
// CHECK-SAME: byval([6 x i64]){{.*}} %index-space, {{.*}}byval([5 x i8]){{.*}} %constant.{{[0-9]+}}.4)
// CHECK: attributes #[[BOUNDED]] = { {{.*}}"nvvm.reqntid"="64,1,1"

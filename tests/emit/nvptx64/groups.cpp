//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Local memory, barriers and group operations: shared memory whose size the launch determines, shuffles, votes, and
// the instruction that reduces integers of a warp.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *x, float *y) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(64, h);
    h.parallel_for<class local>(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
      const std::size_t l = it.get_local_id(0);
      tile[l] = x[it.get_global_id(0)];
      sycl::group_barrier(it.get_group());
      x[it.get_global_id(0)] = tile[63 - l];
    });
  });
  q.parallel_for<class sums>(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    x[i] = sycl::reduce_over_group(it.get_sub_group(), x[i], sycl::plus<>());
    y[i] = sycl::reduce_over_group(it.get_sub_group(), y[i], sycl::plus<>());
  });
  q.parallel_for<class votes>(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    x[i] = sycl::any_of_group(it.get_sub_group(), x[i] > 3) +
           sycl::all_of_group(it.get_group(), x[i] > 1);
  });
}

// CHECK: .extern .shared .align 16 .b8 __scythe_local_memory[];
// CHECK-LABEL: .entry _ZTS{{.*}}local(
// CHECK: st.shared
// CHECK: bar.sync 	0;
// CHECK: ld.shared
// CHECK-LABEL: .entry _ZTS{{.*}}sums(
// CHECK: redux.sync.add.s32
// CHECK: shfl.sync.bfly
// CHECK: add{{(.rn)?}}.f32
// CHECK-LABEL: .entry _ZTS{{.*}}votes(
// CHECK: vote.sync.any.pred
// CHECK: bar{{.*}}red{{.*}}.and

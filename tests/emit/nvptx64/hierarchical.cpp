//! emit = "ptx"
//! flags = "--targets=ptx:sm_75 -O0 -g"

// All work-items run kernels of parallel_for_work_group: one runs the code of the work-group, whose variables are in
// local memory, and the others wait for its calls.
#include <sycl/sycl.hpp>

using namespace sycl;

// Not in the kernel itself.
void add(const group<1> &group, int *sum, private_memory<int> &mine) {
  group.parallel_for_work_item(
      [&](h_item<1> it) { sum[it.get_local_id(0)] += mine(it); });
}

void run(queue &q, int *out) {
  q.submit([&](handler &h) {
    h.parallel_for_work_group<class groups>(range<1>(4), range<1>(64), [=](group<1> group) {
      int sum[64] = {};
      private_memory<int> mine(group);
      for (int round = 0; round < 3; ++round) {
        group.parallel_for_work_item([&](h_item<1> it) { mine(it) = round; });
        add(group, sum, mine);
      }
      out[group.get_group_id(0)] = sum[0];
    });
  });
}

// CHECK-LABEL: .entry {{.*}}groups(
// CHECK-DAG: .shared .align 4 .b8 group_variable{{[0-9]*}}[256];
// CHECK-DAG: .shared .align 4 .u32 call
// CHECK: barrier.sync 0;
// CHECK-NOT: .reqntid

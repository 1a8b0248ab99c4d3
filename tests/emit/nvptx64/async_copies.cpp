//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Copies to local memory are asynchronous, in pieces as large as their addresses allow; a kernel waits for them when
// it calls wait. Copies to global memory are loads and stores.
#include <sycl/sycl.hpp>

using namespace sycl;

void run(queue &q, global_ptr<const float> in, global_ptr<double> out) {
  using access::decorated;
  const auto global = [](auto pointer) {
    return address_space_cast<access::address_space::global_space, decorated::yes>(pointer);
  };
  q.submit([&](handler &h) {
    local_accessor<float> tile(1024, h);
    h.parallel_for<class load>(nd_range<1>(1024, 128), [=](nd_item<1> it) {
      auto to = tile.get_multi_ptr<decorated::yes>();
      device_event event = it.async_work_group_copy(to, global(in.get()), 1024);
      it.wait_for(event);
      out[it.get_global_id()] = tile[1023 - it.get_local_id(0)];
    });
  });
  q.submit([&](handler &h) {
    local_accessor<double> tile(128, h);
    h.parallel_for<class strided>(nd_range<1>(1024, 128), [=](nd_item<1> it) {
      auto to = tile.get_multi_ptr<decorated::yes>();
      it.async_work_group_copy(to, global(static_cast<const double *>(out.get())), 128, 3).wait();
      out[it.get_global_id()] = tile[127 - it.get_local_id(0)];
    });
  });
  q.submit([&](handler &h) {
    local_accessor<double> tile(128, h);
    h.parallel_for<class save>(nd_range<1>(1024, 128), [=](nd_item<1> it) {
      tile[it.get_local_id()] = 1;
      group_barrier(it.get_group());
      auto from = tile.get_multi_ptr<decorated::yes>();
      it.wait_for(it.async_work_group_copy(global(out.get()), from, 128));
    });
  });
}

// CHECK-LABEL: .entry {{.*}}load(
// CHECK-DAG: cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16;
// CHECK-DAG: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 4;
// CHECK: cp.async.wait_all;
// CHECK: bar.sync
// CHECK-LABEL: .entry {{.*}}strided(
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8;
// CHECK: cp.async.wait_all;
// CHECK-LABEL: .entry {{.*}}save(
// CHECK-NOT: cp.async.c
// CHECK: st.global

//! emit = "spirv"
//! flags = "--targets=spirv64 -O0 -g"

// Scopes are constants even without optimisation, and there is no debug information.
#include <sycl/sycl.hpp>

void reverse(sycl::queue &q, int *data) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> tile(64, h);
    h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
      tile[it.get_local_id(0)] = data[it.get_global_id(0)];
      sycl::group_barrier(it.get_group());
      data[it.get_global_id(0)] = tile[63 - it.get_local_id(0)];
    });
  });
}

// The same place has another address in local memory than as a generic pointer.
long difference(sycl::local_ptr<int> start, const int *p) { return p - start.get(); }

void differences(sycl::queue &q, long *data) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> tile(64, h);
    h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
      data[it.get_global_id(0)] = difference(tile.get_pointer(), &tile[it.get_local_id(0)]);
    });
  });
}

// CHECK-NOT: DebugInfo
// CHECK: %[[UINT:[0-9]+]] = OpTypeInt 32 0
// CHECK-DAG: %[[GROUP:[0-9]+]] = OpConstant %[[UINT]] 2
// CHECK-DAG: %[[SEMANTICS:[0-9]+]] = OpConstant %[[UINT]] 776
// CHECK: OpControlBarrier %[[GROUP]] %[[GROUP]] %[[SEMANTICS]]

// CHECK: %[[LEFT:[0-9]+]] = OpPtrCastToGeneric
// CHECK: %[[MINUEND:[0-9]+]] = OpConvertPtrToU %{{[0-9]+}} %[[LEFT]]
// CHECK: %[[RIGHT:[0-9]+]] = OpPtrCastToGeneric
// CHECK: %[[SUBTRAHEND:[0-9]+]] = OpConvertPtrToU %{{[0-9]+}} %[[RIGHT]]
// CHECK: OpISub %{{[0-9]+}} %[[MINUEND]] %[[SUBTRAHEND]]

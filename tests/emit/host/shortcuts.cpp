//! emit = "host-mlir"
//! flags = "-O2"

// Kernels that are launched by methods of the queue.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, int *data, event before) {
  q.single_task<class task>([=] { *data = 1; });
  q.parallel_for<class over_range>(range<2>(8, 16), [=](id<2> i) { data[i[0]] = 2; });
  q.parallel_for<class over_number>(64, before, [=](id<1> i) { data[i] = 3; });
  q.parallel_for<class over_nd_range>(nd_range<1>(64, 16), [=](nd_item<1> i) { data[i.get_local_id(0)] = 4; });
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}4task(%arg1) :
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}over_range[range %{{.*}}](%arg1) :
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}over_number[range %{{.*}}](%arg1) :
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}over_nd_range[nd_range %{{.*}}](%arg1) :

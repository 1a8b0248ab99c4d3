//! emit = "host-mlir"
//! flags = "-O2"

// The three forms of index space, in two and three dimensions.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, buffer<float, 2> &buf, buffer<float, 3> &cube) {
  q.submit([&](handler &h) {
    accessor acc(buf, h, read_write);
    h.parallel_for<class with_offset>(range<2>(16, 32), id<2>(1, 2), [=](item<2> i) { acc[i] += 1; });
  });
  q.submit([&](handler &h) {
    accessor acc(cube, h, write_only, no_init);
    h.parallel_for<class three_dimensions>(range<3>(4, 5, 6), [=](id<3> i) { acc[i] = 1; });
  });
  q.submit([&](handler &h) {
    accessor acc(buf, h, write_only);
    h.parallel_for<class nd>(nd_range<2>({64, 32}, {8, 4}), [=](nd_item<2> i) { acc[i.get_global_id()] = 2; });
  });
  q.submit([&](handler &h) {
    accessor acc(cube, h, write_only);
    const nd_range<3> space(range<3>(8, 8, 8), range<3>(1, 2, 4), id<3>(1, 1, 1));
    h.parallel_for<class nd_offset>(space, [=](nd_item<3> i) { acc[i.get_global_id()] = 2; });
  });
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK:       sycl.host.constructor(%[[RANGE:.*]], %{{.*}}, %{{.*}}) {type = !sycl_range_2_}
// CHECK:       sycl.host.constructor(%[[OFFSET:.*]], %{{.*}}, %{{.*}}) {type = !sycl_id_2_}
// CHECK:       sycl.host.handler.set_nd_range %[[HANDLER:.*]] -> range %[[RANGE]], offset %[[OFFSET]]
// CHECK:       sycl.host.schedule_kernel %[[HANDLER]] -> @device_functions::@{{.*}}with_offset[range %[[RANGE]], offset %[[OFFSET]]](%{{.*}}: !sycl_accessor_2_21llvm2Evoid_rw_dev)
// CHECK:       %[[X:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK:       %[[Y:.*]] = llvm.mlir.constant(5 : i64) : i64
// CHECK:       %[[Z:.*]] = llvm.mlir.constant(6 : i64) : i64
// CHECK:       sycl.host.constructor(%[[CUBE:.*]], %[[X]], %[[Y]], %[[Z]]) {type = !sycl_range_3_}
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}three_dimensions[range %[[CUBE]]](%{{.*}}: !sycl_accessor_3_21llvm2Evoid_w_dev)
// CHECK:       sycl.host.constructor(%[[GLOBAL:.*]], %{{.*}}, %{{.*}}) {type = !sycl_range_2_}
// CHECK:       sycl.host.constructor(%[[LOCAL:.*]], %{{.*}}, %{{.*}}) {type = !sycl_range_2_}
// CHECK:       sycl.host.constructor(%[[NONE:.*]], %{{.*}}, %{{.*}}) {type = !sycl_id_2_}
// CHECK:       sycl.host.constructor(%[[SPACE:.*]], %[[GLOBAL]], %[[LOCAL]], %[[NONE]]) {type = !sycl_nd_range_2_}
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}2nd[nd_range %[[SPACE]]](
// CHECK:       sycl.host.constructor(%[[SPACE3:.*]], %{{.*}}, %{{.*}}, %{{.*}}) {type = !sycl_nd_range_3_}
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}nd_offset[nd_range %[[SPACE3]]](

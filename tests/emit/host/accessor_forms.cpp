//! emit = "host-mlir"
//! flags = "-O2"

// Accessors with a range, with a range and an offset, of other modes, from get_access, and local ones.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, const float *in, float *out) {
  buffer<float, 1> a(in, range<1>(256));
  buffer<float, 2> b(out, range<2>(16, 16));
  buffer<float, 3> c(range<3>(4, 8, 8));
  buffer<float, 1> part(a, id<1>(64), range<1>(128));
  q.submit([&](handler &h) {
    accessor whole(a, h, read_only);
    accessor with_range(b, h, range<2>(8, 16), read_write);
    accessor with_offset(c, h, range<3>(2, 4, 4), id<3>(1, 2, 3), write_only);
    auto from_method = part.get_access<access_mode::read>(h);
    local_accessor<float, 1> tile(range<1>(32), h);
    h.parallel_for<class forms>(nd_range<1>(128, 32), [=](nd_item<1> i) {
      const std::size_t g = i.get_global_id(0);
      tile[i.get_local_id(0)] = whole[g] + from_method[g];
      with_range[{g / 16, g % 16}] = tile[0];
      with_offset[{1, 2, 3}] = 1;
    });
  });
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK:       sycl.host.constructor(%[[A:.*]], %arg1, %{{.*}}, %{{.*}}) {type = !sycl_buffer_1_21llvm2Evoid}
// CHECK:       sycl.host.constructor(%[[B:.*]], %arg2, %{{.*}}, %{{.*}}) {type = !sycl_buffer_2_21llvm2Evoid}
// CHECK:       sycl.host.constructor(%[[C:.*]], %{{.*}}, %{{.*}}) {type = !sycl_buffer_3_21llvm2Evoid}
// CHECK:       sycl.host.constructor(%[[ID:.*]], %{{.*}}) {type = !sycl_id_1_}
// CHECK:       sycl.host.constructor(%[[SIZE:.*]], %{{.*}}) {type = !sycl_range_1_}
// CHECK:       sycl.host.constructor(%[[PART:.*]], %[[A]], %[[ID]], %[[SIZE]]) {type = !sycl_buffer_1_21llvm2Evoid_sub}
// CHECK:       sycl.host.constructor(%[[WHOLE:.*]], %[[A]], %[[HANDLER:.*]], %{{.*}}) {type = ![[READ:sycl_accessor_1_21llvm2Evoid_r_dev]]}
// CHECK:       sycl.host.constructor(%[[R2:.*]], %{{.*}}, %{{.*}}) {type = !sycl_range_2_}
// CHECK:       sycl.host.constructor(%[[RANGED:.*]], %[[B]], %[[HANDLER]], %[[R2]], %{{.*}}) {type = ![[RW:sycl_accessor_2_21llvm2Evoid_rw_dev.*]]} :
// CHECK:       sycl.host.constructor(%[[R3:.*]], %{{.*}}, %{{.*}}, %{{.*}}) {type = !sycl_range_3_}
// CHECK:       sycl.host.constructor(%[[O3:.*]], %{{.*}}, %{{.*}}, %{{.*}}) {type = !sycl_id_3_}
// CHECK:       sycl.host.constructor(%[[MOVED:.*]], %[[C]], %[[HANDLER]], %[[R3]], %[[O3]], %{{.*}}) {type = ![[W:sycl_accessor_3_21llvm2Evoid_w_dev.*]]} :
// CHECK:       sycl.host.constructor(%[[METHOD:.*]], %[[PART]], %[[HANDLER]], %{{.*}}) {type = ![[READ]]}
// CHECK:       sycl.host.constructor(%[[TILE:.*]], %{{.*}}, %[[HANDLER]], %{{.*}}) {type = ![[LOCAL:sycl_local_accessor_1_21llvm2Evoid]]}
// CHECK:       sycl.host.schedule_kernel %[[HANDLER]] -> @device_functions::@{{.*}}forms[nd_range %{{.*}}](%[[TILE]]: ![[LOCAL]], %[[WHOLE]]: ![[READ]], %[[METHOD]]: ![[READ]], %[[RANGED]]: ![[RW]], %[[MOVED]]: ![[W]])

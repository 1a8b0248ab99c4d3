//! emit = "sycl-mlir"
//! flags = "-O2"

// Index-space methods and accessors are operations on values; everything else is LLVM's dialect.
#include <sycl/sycl.hpp>

using namespace sycl;

void transpose(handler &h, accessor<float, 2, access_mode::read> in,
               accessor<float, 2, access_mode::write> out) {
  h.parallel_for<class transpose_kernel>(nd_range<2>({64, 64}, {8, 8}), [=](nd_item<2> it) {
    id<2> at = it.get_global_id();
    out[at] = in[{at[1], at[0]}] + it.get_local_id(0) + it.get_group().get_local_range()[1];
  });
}

// CHECK-LABEL: llvm.func {{.*}}transpose_kernel
// CHECK-DAG:   %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-DAG:   %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:       %[[ND:.*]] = sycl.mlir.wrap %{{.*}} to !sycl_nd_item_2_
// CHECK:       %[[Y:.*]] = sycl.nd_item.get_global_id(%[[ND]], %[[ZERO]]) {{.*}} : (!sycl_nd_item_2_, i32) -> i64
// CHECK:       %[[X:.*]] = sycl.nd_item.get_global_id(%[[ND]], %[[ONE]]) {{.*}} : (!sycl_nd_item_2_, i32) -> i64
// CHECK:       %[[FROM:.*]] = sycl.id.constructor(%[[X]], %[[Y]]) : (i64, i64) -> !sycl_id_2_
// CHECK:       %[[SOURCE:.*]] = sycl.accessor.subscript(%{{.*}}, %[[FROM]]) {{.*}} : (!sycl_accessor_2_f32_r_dev, !sycl_id_2_) -> !llvm.ptr
// CHECK:       llvm.load %[[SOURCE]]
// CHECK:       sycl.nd_item.get_local_id(%{{.*}}, %[[ZERO]])
// CHECK:       %[[PLACE:.*]] = sycl.accessor.subscript(%{{.*}}) {{.*}} : (!sycl_accessor_2_f32_w_dev, !sycl_id_2_) -> !llvm.ptr
// CHECK:       llvm.store %{{.*}}, %[[PLACE]]
// CHECK-NOT:   llvm.call @_ZNK4sycl
// CHECK:       llvm.return

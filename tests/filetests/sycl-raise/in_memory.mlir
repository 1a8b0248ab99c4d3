//! runs = [{ args = "--sycl-raise" }, { args = "--sycl-raise --sycl-lower", check = "LOWERED" }]

// Methods that return objects in memory, that take ids by reference, and calls in loops.

llvm.func @get_global_id(%0: !llvm.ptr {llvm.sret = !llvm.struct<(array<2 x i64>)>}, %1: !llvm.ptr {llvm.dereferenceable = 112 : i64}) attributes {passthrough = [["scythe-method", "!sycl.nd_item<[2]> get_global_id"]]} {
  %2 = llvm.load %1 : !llvm.ptr -> !llvm.struct<(array<2 x i64>)>
  llvm.store %2, %0 : !llvm.struct<(array<2 x i64>)>, !llvm.ptr
  llvm.return
}
llvm.func @get(%0: !llvm.ptr {llvm.dereferenceable = 16 : i64}, %1: i32) -> i64 attributes {passthrough = [["scythe-method", "!sycl.id<[2]> operator[]"]]} {
  %2 = llvm.getelementptr %0[%1] : (!llvm.ptr, i32) -> !llvm.ptr, i64
  %3 = llvm.load %2 : !llvm.ptr -> i64
  llvm.return %3 : i64
}
llvm.func @subscript(%0: !llvm.ptr {llvm.dereferenceable = 40 : i64}, %1: !llvm.ptr) -> !llvm.ptr attributes {passthrough = [["scythe-method", "!sycl.accessor<[2, f32, read_write, device]> operator[]"]]} {
  %2 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
  %3 = llvm.load %1 : !llvm.ptr -> i64
  %4 = llvm.getelementptr %2[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %4 : !llvm.ptr
}

// CHECK-LABEL: llvm.func @kernel(
// CHECK:       %[[ND:.*]] = sycl.mlir.wrap %{{.*}} to !sycl_nd_item_2_
// CHECK:       sycl.nd_item.get_global_id(%[[ND]], %arg2)
// CHECK:       %[[A:.*]] = sycl.mlir.wrap %{{.*}} to !sycl_accessor_2_f32_rw_dev
// CHECK:       sycl.accessor.subscript(%[[A]], %{{.*}}) {{.*}}FunctionName = @"operator[]"{{.*}} : (!sycl_accessor_2_f32_rw_dev, !sycl_id_2_) -> !llvm.ptr
// CHECK-NOT:   llvm.call
// CHECK:       llvm.return
// LOWERED-LABEL: llvm.func @kernel(
// LOWERED:       llvm.call @get_global_id(
// LOWERED:       llvm.call @subscript(
// LOWERED-NOT:   sycl.
// LOWERED:       llvm.return
llvm.func @kernel(%nd: !llvm.ptr, %accessor: !llvm.ptr, %i: i32, %n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %id = llvm.alloca %one x !llvm.struct<(array<2 x i64>)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.call @get_global_id(%id, %nd) : (!llvm.ptr, !llvm.ptr) -> ()
  %component = llvm.call @get(%id, %i) : (!llvm.ptr, i32) -> i64
  llvm.br ^loop(%zero : i64)
^loop(%k: i64):
  %place = llvm.call @subscript(%accessor, %id) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %value = llvm.sitofp %component : i64 to f32
  llvm.store %value, %place : f32, !llvm.ptr
  %next = llvm.add %k, %one : i64
  %more = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %more, ^loop(%next : i64), ^end
^end:
  llvm.return
}

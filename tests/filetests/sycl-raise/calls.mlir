//! runs = [{ args = "--sycl-raise-methods" }]

// Results of methods in all forms: numbers, objects in pieces and in memory; a method that cannot be raised stays a
// call.

llvm.func @number(!llvm.ptr {llvm.dereferenceable = 24 : i64}, i32) -> i64 attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_global_id"]]}
llvm.func @line(!llvm.ptr {llvm.dereferenceable = 24 : i64}) -> i64 attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_global_id"]]}
llvm.func @pieces(!llvm.ptr {llvm.dereferenceable = 12 : i64}) -> !llvm.struct<(i64, i64)> attributes {passthrough = [["scythe-method", "!sycl.item<[2, false]> get_range"]]}
llvm.func @in_memory(!llvm.ptr {llvm.sret = !llvm.struct<(array<3 x i64>)>}, !llvm.ptr {llvm.dereferenceable = 72 : i64}) attributes {passthrough = [["scythe-method", "!sycl.item<[3, true]> get_id"]]}
llvm.func @group(!llvm.ptr {llvm.sret = !llvm.struct<(array<4 x i64>)>}, !llvm.ptr {llvm.dereferenceable = 24 : i64}) attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_group"]]}
llvm.func @conversion(!llvm.ptr {llvm.dereferenceable = 8 : i64}) -> i64 attributes {passthrough = [["scythe-method", "!sycl.id<[1]> operator size_t"]]}
llvm.func @leader(!llvm.ptr {llvm.dereferenceable = 1 : i64}) -> i1 attributes {passthrough = [["scythe-method", "!sycl.sub_group leader"]]}
llvm.func @nothing(!llvm.ptr {llvm.dereferenceable = 24 : i64}) attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_sub_group"]]}
llvm.func @no_size(!llvm.ptr) -> i64 attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_global_linear_id"]]}
llvm.func @no_op(!llvm.ptr {llvm.dereferenceable = 24 : i64}) -> i64 attributes {passthrough = [["scythe-method", "!sycl.nd_item<[1]> get_wibble"]]}
llvm.func @of_int(!llvm.ptr {llvm.dereferenceable = 32 : i64}, i64) -> !llvm.ptr attributes {passthrough = [["scythe-method", "!sycl.accessor<[1, i32, read, device]> operator[]"]]}
llvm.func @of_unsigned(!llvm.ptr {llvm.dereferenceable = 32 : i64}, i64) -> !llvm.ptr attributes {passthrough = [["scythe-method", "!sycl.accessor<[1, i32, read, device]> operator[]"]]}

// An attribute names the method that a function implements; if several implement the same one, only one of them is
// kept.
// CHECK: llvm.func @number({{.*}}sycl.method = [!sycl_nd_item_1_, @get_global_id]
// CHECK: llvm.func @of_int({{.*}}sycl.method = [!sycl_accessor_1_i32_r_dev, @"operator[]"]
// CHECK: llvm.func @of_unsigned(
// CHECK-NOT: sycl.method

// CHECK-LABEL: llvm.func @kernel(
// CHECK:       %[[BYTES:.*]] = llvm.load %arg0 : !llvm.ptr -> !llvm.struct<(array<3 x i64>)>
// CHECK-NEXT:  %[[ND:.*]] = sycl.mlir.wrap %[[BYTES]] : !llvm.struct<(array<3 x i64>)> to !sycl_nd_item_1_
// CHECK-NEXT:  %[[NUMBER:.*]] = sycl.nd_item.get_global_id(%[[ND]], %arg2) {FunctionArgTypes = {!llvm.ptr, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64
// CHECK:       %[[ID:.*]] = sycl.nd_item.get_global_id(%{{.*}}) {{.*}} : (!sycl_nd_item_1_) -> !sycl_id_1_
// CHECK-NEXT:  sycl.mlir.unwrap %[[ID]] : !sycl_id_1_ to i64
// CHECK:       llvm.load %arg0 : !llvm.ptr -> !llvm.struct<(array<12 x i8>)>
// CHECK:       %[[RANGE:.*]] = sycl.item.get_range(%{{.*}}) {{.*}} : (!sycl_item_2_no_offset_) -> !sycl_range_2_
// CHECK-NEXT:  sycl.mlir.unwrap %[[RANGE]] : !sycl_range_2_ to !llvm.struct<(i64, i64)>
// CHECK:       %[[ID3:.*]] = sycl.item.get_id(%{{.*}}) {{.*}} : (!sycl_item_3_) -> !sycl_id_3_
// CHECK-NEXT:  %[[BYTES3:.*]] = sycl.mlir.unwrap %[[ID3]]
// CHECK-NEXT:  llvm.store %[[BYTES3]], %arg1
// CHECK:       %[[GROUP:.*]] = sycl.nd_item.get_group(%{{.*}}) {{.*}} -> !sycl_group_1_
// CHECK-NEXT:  %[[GROUP_BYTES:.*]] = sycl.mlir.unwrap %[[GROUP]] : !sycl_group_1_ to !llvm.struct<(array<4 x i64>)>
// CHECK-NEXT:  llvm.store %[[GROUP_BYTES]], %arg1
// CHECK:       sycl.id.get(%{{.*}}) {FunctionArgTypes = {!llvm.ptr}, FunctionName = @"operator size_t", TypeName = @id} : (!sycl_id_1_) -> i64
// CHECK:       sycl.sub_group.leader(%{{.*}}) {{.*}} -> i1
// CHECK:       llvm.call @nothing(%arg0)
// CHECK:       llvm.call @no_size(%arg0)
// CHECK:       llvm.call @no_op(%arg0)
// CHECK-COUNT-2: sycl.accessor.subscript(%{{.*}}, %{{.*}}) {{.*}} : (!sycl_accessor_1_i32_r_dev, i64) -> !llvm.ptr
// CHECK:       llvm.return
llvm.func @kernel(%object: !llvm.ptr, %place: !llvm.ptr, %i: i32, %n: i64) -> i64 {
  %0 = llvm.call @number(%object, %i) : (!llvm.ptr, i32) -> i64
  %1 = llvm.call @line(%object) : (!llvm.ptr) -> i64
  %2 = llvm.call @pieces(%object) : (!llvm.ptr) -> !llvm.struct<(i64, i64)>
  llvm.call @in_memory(%place, %object) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @group(%place, %object) : (!llvm.ptr, !llvm.ptr) -> ()
  %3 = llvm.call @conversion(%object) : (!llvm.ptr) -> i64
  %4 = llvm.call @leader(%object) : (!llvm.ptr) -> i1
  llvm.call @nothing(%object) : (!llvm.ptr) -> ()
  %5 = llvm.call @no_size(%object) : (!llvm.ptr) -> i64
  %6 = llvm.call @no_op(%object) : (!llvm.ptr) -> i64
  %7 = llvm.call @of_int(%object, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  %8 = llvm.call @of_unsigned(%object, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  %9 = llvm.add %0, %1 : i64
  llvm.return %9 : i64
}

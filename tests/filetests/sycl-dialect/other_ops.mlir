//! round_trip = true

// Calls, casts, constructors, conversions between objects and their bytes, and Polygeist's two operations.

!array1 = !sycl.array<[1], (memref<1xi64>)>
!id1 = !sycl.id<[1], (!array1)>
!range1 = !sycl.range<[1], (!array1)>

func.func private @_ZNK2id3getEi(memref<?x!id1>, i32) -> i64
func.func private @_Z7nothingv()
func.func private @_ZN2idC1Em(memref<?x!id1, 4>, i64)
func.func private @_ZN2idC1ERKS_(!llvm.ptr, memref<?x!id1>)

// CHECK-LABEL: func.func @call(
// CHECK: %0 = sycl.call(%arg0, %arg1) {FunctionName = @get, MangledFunctionName = @_ZNK2id3getEi, TypeName = @id} : (memref<?x!sycl_id_1_>, i32) -> i64
// CHECK: sycl.call() {FunctionName = @nothing, MangledFunctionName = @_Z7nothingv} : () -> ()
func.func @call(%id: memref<?x!id1>, %i: i32) -> i64 {
  %0 = sycl.call(%id, %i) {FunctionName = @get, MangledFunctionName = @_ZNK2id3getEi, TypeName = @id} : (memref<?x!id1>, i32) -> i64
  sycl.call() {FunctionName = @nothing, MangledFunctionName = @_Z7nothingv} : () -> ()
  return %0 : i64
}

// CHECK-LABEL: func.func @cast(
// CHECK: sycl.cast(%arg0) : (memref<?x!sycl_id_1_>) -> memref<?x!sycl_array_1_>
// CHECK: sycl.cast(%arg1) : (memref<1x!sycl_item_2_, 4>) -> memref<1x!sycl_item_base_2_, 4>
// CHECK: sycl.cast(%arg1) : (memref<1x!sycl_item_2_, 4>) -> !llvm.ptr<4>
// CHECK: sycl.cast(%arg2) : (memref<?x!sycl_accessor_1_f32_rw_dev>) -> memref<?x!sycl_local_accessor_base_1_f32_rw>
// CHECK: sycl.cast(%arg2) : (memref<?x!sycl_accessor_1_f32_rw_dev>) -> memref<?x!sycl_owner_less_base>
func.func @cast(%id: memref<?x!id1>, %item: memref<1x!sycl.item<[2, true]>, 4>, %a: memref<?x!sycl.accessor<[1, f32, read_write, device]>>) {
  %0 = sycl.cast(%id) : (memref<?x!id1>) -> memref<?x!array1>
  %1 = sycl.cast(%item) : (memref<1x!sycl.item<[2, true]>, 4>) -> memref<1x!sycl.item_base<[2, true]>, 4>
  %2 = sycl.cast(%item) : (memref<1x!sycl.item<[2, true]>, 4>) -> !llvm.ptr<4>
  %4 = sycl.cast(%a) : (memref<?x!sycl.accessor<[1, f32, read_write, device]>>) -> memref<?x!sycl.local_accessor_base<[1, f32, read_write]>>
  %5 = sycl.cast(%a) : (memref<?x!sycl.accessor<[1, f32, read_write, device]>>) -> memref<?x!sycl.owner_less_base>
  return
}

// CHECK-LABEL: func.func @constructor(
// CHECK: sycl.constructor @id(%arg0, %arg1) {MangledFunctionName = @_ZN2idC1Em} : (memref<?x!sycl_id_1_, 4>, i64) -> ()
// CHECK: sycl.constructor @id(%arg2, %arg3) {MangledFunctionName = @_ZN2idC1ERKS_} : (!llvm.ptr, memref<?x!sycl_id_1_>) -> ()
func.func @constructor(%place: memref<?x!id1, 4>, %i: i64, %p: !llvm.ptr, %from: memref<?x!id1>) {
  sycl.constructor @id(%place, %i) {MangledFunctionName = @_ZN2idC1Em} : (memref<?x!id1, 4>, i64) -> ()
  sycl.constructor @id(%p, %from) {MangledFunctionName = @_ZN2idC1ERKS_} : (!llvm.ptr, memref<?x!id1>) -> ()
  return
}

// CHECK-LABEL: func.func @constructors_of_values(
// CHECK: sycl.id.constructor() : () -> !sycl_id_3_
// CHECK: sycl.id.constructor(%arg0) : (i64) -> !sycl_id_1_
// CHECK: sycl.id.constructor(%arg0, %arg0) : (i64, i64) -> !sycl_id_2_
// CHECK: sycl.id.constructor(%arg0, %arg0, %arg1) : (i64, i64, index) -> !sycl_id_3_
// CHECK: sycl.id.constructor(%{{.*}}) : (!sycl_id_1_) -> !sycl_id_1_
// CHECK: sycl.id.constructor(%arg2) : (!sycl_range_1_) -> !sycl_id_1_
// CHECK: sycl.id.constructor(%arg3) : (!sycl_item_1_no_offset_) -> !sycl_id_1_
// CHECK: sycl.range.constructor(%arg0) : (i64) -> !sycl_range_1_
// CHECK: sycl.range.constructor(%arg0, %arg0) : (i64, i64) -> !sycl_range_2_
// CHECK: sycl.range.constructor(%arg0, %arg0, %arg0) : (i64, i64, i64) -> !sycl_range_3_
// CHECK: sycl.range.constructor(%arg2) : (!sycl_range_1_) -> !sycl_range_1_
// CHECK: sycl.nd_range.constructor(%arg2, %arg2) : (!sycl_range_1_, !sycl_range_1_) -> !sycl_nd_range_1_
// CHECK: sycl.nd_range.constructor(%arg2, %arg2, %{{.*}}) : (!sycl_range_1_, !sycl_range_1_, !sycl_id_1_) -> !sycl_nd_range_1_
// CHECK: sycl.nd_range.constructor(%{{.*}}) : (!sycl_nd_range_1_) -> !sycl_nd_range_1_
func.func @constructors_of_values(%i: i64, %n: index, %range: !range1, %item: !sycl.item<[1, false]>) {
  %0 = sycl.id.constructor() : () -> !sycl.id<[3]>
  %1 = sycl.id.constructor(%i) : (i64) -> !id1
  %2 = sycl.id.constructor(%i, %i) : (i64, i64) -> !sycl.id<[2]>
  %3 = sycl.id.constructor(%i, %i, %n) : (i64, i64, index) -> !sycl.id<[3]>
  %4 = sycl.id.constructor(%1) : (!id1) -> !id1
  %5 = sycl.id.constructor(%range) : (!range1) -> !id1
  %6 = sycl.id.constructor(%item) : (!sycl.item<[1, false]>) -> !id1
  %7 = sycl.range.constructor(%i) : (i64) -> !range1
  %8 = sycl.range.constructor(%i, %i) : (i64, i64) -> !sycl.range<[2]>
  %9 = sycl.range.constructor(%i, %i, %i) : (i64, i64, i64) -> !sycl.range<[3]>
  %10 = sycl.range.constructor(%range) : (!range1) -> !range1
  %11 = sycl.nd_range.constructor(%range, %range) : (!range1, !range1) -> !sycl.nd_range<[1]>
  %12 = sycl.nd_range.constructor(%range, %range, %1) : (!range1, !range1, !id1) -> !sycl.nd_range<[1]>
  %13 = sycl.nd_range.constructor(%12) : (!sycl.nd_range<[1]>) -> !sycl.nd_range<[1]>
  return
}

// CHECK-LABEL: func.func @bytes(
// CHECK: %[[ID:.*]] = sycl.mlir.wrap %arg0 : !llvm.struct<(array<1 x i64>)> to !sycl_id_1_
// CHECK: sycl.mlir.unwrap %[[ID]] {note = 1 : i32} : !sycl_id_1_ to i64
func.func @bytes(%bytes: !llvm.struct<(array<1 x i64>)>) {
  %0 = sycl.mlir.wrap %bytes : !llvm.struct<(array<1 x i64>)> to !id1
  %1 = sycl.mlir.unwrap %0 {note = 1 : i32} : !id1 to i64
  return
}

// CHECK-LABEL: func.func @polygeist(
// CHECK: %[[P:.*]] = polygeist.memref2pointer(%arg0) : (memref<1x!sycl_id_1_, 4>) -> !llvm.ptr<4>
// CHECK: polygeist.pointer2memref(%[[P]]) : (!llvm.ptr<4>) -> memref<?xf32, 4>
func.func @polygeist(%m: memref<1x!id1, 4>) {
  %0 = polygeist.memref2pointer(%m) : (memref<1x!id1, 4>) -> !llvm.ptr<4>
  %1 = polygeist.pointer2memref(%0) : (!llvm.ptr<4>) -> memref<?xf32, 4>
  return
}

// Attributes of any name, and of any kind, are kept.
// CHECK-LABEL: func.func @attributes(
// CHECK: sycl.id.get(%arg0) {dialect.name = [1, i32], "not a keyword" = "text", unit} : (!sycl_id_1_) -> i64
func.func @attributes(%id: !id1) {
  %0 = sycl.id.get(%id) {unit, dialect.name = [1, i32], "not a keyword" = "text"} : (!id1) -> i64
  %1 = sycl.id.get(%id) {} : (!id1) -> i64
  return
}

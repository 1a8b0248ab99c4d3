//! args = "--canonicalize --allow-unregistered-dialect"

// Components of constructed objects are the constructor's operands, and constants are folded.

// CHECK-LABEL: func.func @components(
// CHECK-NEXT: return %arg0, %arg1, %arg0, %arg0
func.func @components(%x: i64, %y: i64) -> (i64, i64, i64, i64) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %id = sycl.id.constructor(%x, %y) : (i64, i64) -> !sycl.id<[2]>
  %0 = sycl.id.get(%id, %zero) : (!sycl.id<[2]>, i32) -> i64
  %1 = sycl.id.get(%id, %one) : (!sycl.id<[2]>, index) -> i64
  %line = sycl.id.constructor(%x) : (i64) -> !sycl.id<[1]>
  %2 = sycl.id.get(%line) : (!sycl.id<[1]>) -> i64
  %range = sycl.range.constructor(%x) : (i64) -> !sycl.range<[1]>
  %3 = sycl.range.get(%range) : (!sycl.range<[1]>) -> i64
  return %0, %1, %2, %3 : i64, i64, i64, i64
}

// An unknown or invalid dimension is still queried; so is a component of another type.
// CHECK-LABEL: func.func @components_that_stay(
// CHECK: %[[ID:.*]] = sycl.id.constructor(%arg0, %arg0)
// CHECK-NEXT: sycl.id.get(%[[ID]], %arg1)
// CHECK-NEXT: sycl.id.get(%[[ID]], %{{.*}}) : (!sycl_id_2_, i32) -> i64
// CHECK-NEXT: sycl.id.get(%[[ID]], %{{.*}}) : (!sycl_id_2_, i32) -> index
// CHECK-NEXT: "test.use"
func.func @components_that_stay(%x: i64, %i: i32) {
  %minus = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %id = sycl.id.constructor(%x, %x) : (i64, i64) -> !sycl.id<[2]>
  %0 = sycl.id.get(%id, %i) : (!sycl.id<[2]>, i32) -> i64
  %1 = sycl.id.get(%id, %minus) : (!sycl.id<[2]>, i32) -> i64
  %2 = sycl.id.get(%id, %zero) : (!sycl.id<[2]>, i32) -> index
  "test.use"(%0, %1, %2) : (i64, i64, index) -> ()
  return
}

// CHECK-LABEL: func.func @zeros(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT: return %[[ZERO]], %[[ZERO]]
func.func @zeros(%i: i32) -> (i64, i64) {
  %one = arith.constant 1 : i32
  %id = sycl.id.constructor() : () -> !sycl.id<[2]>
  %0 = sycl.id.get(%id, %one) : (!sycl.id<[2]>, i32) -> i64
  %line = sycl.id.constructor() : () -> !sycl.id<[1]>
  %1 = sycl.id.get(%line) : (!sycl.id<[1]>) -> i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: llvm.func @zeros_in_llvm(
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: llvm.return %[[ZERO]]
llvm.func @zeros_in_llvm() -> i64 {
  %line = sycl.id.constructor() : () -> !sycl.id<[1]>
  %0 = sycl.id.get(%line) : (!sycl.id<[1]>) -> i64
  llvm.return %0 : i64
}

// CHECK-LABEL: func.func @zero_id(
// CHECK-NEXT: %0 = sycl.id.constructor() : () -> !sycl_id_2_
// CHECK-NEXT: return %0
func.func @zero_id() -> !sycl.id<[2]> {
  %zero = arith.constant 0 : i64
  %0 = sycl.id.constructor(%zero, %zero) : (i64, i64) -> !sycl.id<[2]>
  return %0 : !sycl.id<[2]>
}

// CHECK-LABEL: func.func @no_zero_id(
// CHECK: sycl.id.constructor(%{{.*}}, %{{.*}}) : (i64, i64) -> !sycl_id_2_
func.func @no_zero_id() -> !sycl.id<[2]> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %0 = sycl.id.constructor(%zero, %one) : (i64, i64) -> !sycl.id<[2]>
  return %0 : !sycl.id<[2]>
}

// CHECK-LABEL: func.func @sizes(
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 24 : i64
// CHECK-NEXT: return %[[SIZE]], %arg0
func.func @sizes(%n: i64) -> (i64, i64) {
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %four = arith.constant 4 : i64
  %range = sycl.range.constructor(%two, %three, %four) : (i64, i64, i64) -> !sycl.range<[3]>
  %0 = sycl.range.size(%range) : (!sycl.range<[3]>) -> i64
  %line = sycl.range.constructor(%n) : (i64) -> !sycl.range<[1]>
  %1 = sycl.range.size(%line) : (!sycl.range<[1]>) -> i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @size_that_is_not_known(
// CHECK: sycl.range.size
func.func @size_that_is_not_known(%n: i64) -> i64 {
  %two = arith.constant 2 : i64
  %range = sycl.range.constructor(%two, %n) : (i64, i64) -> !sycl.range<[2]>
  %0 = sycl.range.size(%range) : (!sycl.range<[2]>) -> i64
  return %0 : i64
}

// CHECK-LABEL: func.func @range_of_range(
// CHECK-NEXT: return %arg0
func.func @range_of_range(%range: !sycl.range<[2]>) -> !sycl.range<[2]> {
  %0 = sycl.range.get(%range) : (!sycl.range<[2]>) -> !sycl.range<[2]>
  return %0 : !sycl.range<[2]>
}

// CHECK-LABEL: func.func @parts_of_nd_range(
// CHECK-NEXT: return %arg0, %arg1, %arg2
func.func @parts_of_nd_range(%g: !sycl.range<[2]>, %l: !sycl.range<[2]>, %o: !sycl.id<[2]>) -> (!sycl.range<[2]>, !sycl.range<[2]>, !sycl.id<[2]>) {
  %n = sycl.nd_range.constructor(%g, %l, %o) : (!sycl.range<[2]>, !sycl.range<[2]>, !sycl.id<[2]>) -> !sycl.nd_range<[2]>
  %0 = sycl.nd_range.get_global_range(%n) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %1 = sycl.nd_range.get_local_range(%n) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %2 = sycl.nd_range.get_offset(%n) : (!sycl.nd_range<[2]>) -> !sycl.id<[2]>
  return %0, %1, %2 : !sycl.range<[2]>, !sycl.range<[2]>, !sycl.id<[2]>
}

// CHECK-LABEL: func.func @parts_of_nd_range_that_stay(
// CHECK-NEXT: %[[N:.*]] = sycl.nd_range.constructor(%arg0, %arg0)
// CHECK-NEXT: sycl.nd_range.get_offset(%[[N]])
// CHECK-NEXT: sycl.nd_range.get_group_range(%[[N]])
// CHECK-NEXT: "test.use"
func.func @parts_of_nd_range_that_stay(%g: !sycl.range<[2]>) {
  %n = sycl.nd_range.constructor(%g, %g) : (!sycl.range<[2]>, !sycl.range<[2]>) -> !sycl.nd_range<[2]>
  %0 = sycl.nd_range.get_offset(%n) : (!sycl.nd_range<[2]>) -> !sycl.id<[2]>
  %1 = sycl.nd_range.get_group_range(%n) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  "test.use"(%0, %1) : (!sycl.id<[2]>, !sycl.range<[2]>) -> ()
  return
}

// Copies are replaced by their source, and so is an object that is composed of its own components.
// CHECK-LABEL: func.func @copies(
// CHECK-NEXT: return %arg0, %arg1, %arg2, %arg0, %arg1
func.func @copies(%id: !sycl.id<[2]>, %range: !sycl.range<[1]>, %n: !sycl.nd_range<[3]>) -> (!sycl.id<[2]>, !sycl.range<[1]>, !sycl.nd_range<[3]>, !sycl.id<[2]>, !sycl.range<[1]>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = sycl.id.constructor(%id) : (!sycl.id<[2]>) -> !sycl.id<[2]>
  %1 = sycl.range.constructor(%range) : (!sycl.range<[1]>) -> !sycl.range<[1]>
  %2 = sycl.nd_range.constructor(%n) : (!sycl.nd_range<[3]>) -> !sycl.nd_range<[3]>
  %x = sycl.id.get(%id, %zero) : (!sycl.id<[2]>, i32) -> i64
  %y = sycl.id.get(%id, %one) : (!sycl.id<[2]>, i32) -> i64
  %3 = sycl.id.constructor(%x, %y) : (i64, i64) -> !sycl.id<[2]>
  %z = sycl.range.get(%range, %zero) : (!sycl.range<[1]>, i32) -> i64
  %4 = sycl.range.constructor(%z) : (i64) -> !sycl.range<[1]>
  return %0, %1, %2, %3, %4 : !sycl.id<[2]>, !sycl.range<[1]>, !sycl.nd_range<[3]>, !sycl.id<[2]>, !sycl.range<[1]>
}

// Components in another order, of another object or of another kind of object are no copy.
// CHECK-LABEL: func.func @no_copies(
// CHECK: sycl.id.constructor(%[[Y:.*]], %[[X:.*]]) : (i64, i64)
// CHECK: sycl.id.constructor(%[[X]], %{{.*}}) : (i64, i64)
// CHECK: sycl.range.constructor(%[[X]], %[[Y]]) : (i64, i64)
func.func @no_copies(%id: !sycl.id<[2]>, %other: !sycl.id<[2]>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %x = sycl.id.get(%id, %zero) : (!sycl.id<[2]>, i32) -> i64
  %y = sycl.id.get(%id, %one) : (!sycl.id<[2]>, i32) -> i64
  %z = sycl.id.get(%other, %one) : (!sycl.id<[2]>, i32) -> i64
  %0 = sycl.id.constructor(%y, %x) : (i64, i64) -> !sycl.id<[2]>
  %1 = sycl.id.constructor(%x, %z) : (i64, i64) -> !sycl.id<[2]>
  %2 = sycl.range.constructor(%x, %y) : (i64, i64) -> !sycl.range<[2]>
  "test.use"(%0, %1, %2) : (!sycl.id<[2]>, !sycl.id<[2]>, !sycl.range<[2]>) -> ()
  return
}

// Casts there and back.
// CHECK-LABEL: func.func @bytes(
// CHECK-NEXT: return %arg0, %arg1
func.func @bytes(%id: !sycl.id<[1]>, %bytes: i64) -> (!sycl.id<[1]>, i64) {
  %0 = sycl.mlir.unwrap %id : !sycl.id<[1]> to i64
  %1 = sycl.mlir.wrap %0 : i64 to !sycl.id<[1]>
  %2 = sycl.mlir.wrap %bytes : i64 to !sycl.id<[1]>
  %3 = sycl.mlir.unwrap %2 : !sycl.id<[1]> to i64
  return %1, %3 : !sycl.id<[1]>, i64
}

// CHECK-LABEL: func.func @other_bytes(
// CHECK-NEXT: sycl.mlir.unwrap
// CHECK-NEXT: sycl.mlir.wrap
// CHECK-NEXT: return
func.func @other_bytes(%id: !sycl.id<[1]>) -> !sycl.range<[1]> {
  %0 = sycl.mlir.unwrap %id : !sycl.id<[1]> to i64
  %1 = sycl.mlir.wrap %0 : i64 to !sycl.range<[1]>
  return %1 : !sycl.range<[1]>
}

// CHECK-LABEL: func.func @pointers(
// CHECK-NEXT: return %arg0, %arg1
func.func @pointers(%m: memref<1xi64, 4>, %p: !llvm.ptr) -> (memref<1xi64, 4>, !llvm.ptr) {
  %0 = polygeist.memref2pointer(%m) : (memref<1xi64, 4>) -> !llvm.ptr<4>
  %1 = polygeist.pointer2memref(%0) : (!llvm.ptr<4>) -> memref<1xi64, 4>
  %2 = polygeist.pointer2memref(%p) : (!llvm.ptr) -> memref<?xf32>
  %3 = polygeist.memref2pointer(%2) : (memref<?xf32>) -> !llvm.ptr
  return %1, %3 : memref<1xi64, 4>, !llvm.ptr
}

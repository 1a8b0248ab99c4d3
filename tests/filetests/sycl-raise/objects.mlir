//! runs = [{ args = "--sycl-forward-objects --canonicalize" }]

// Objects in variables become the values that were written, if all writes are known.

!id1 = !sycl.id<[1], (!sycl.array<[1], (memref<1xi64>)>)>
!id2 = !sycl.id<[2], (!sycl.array<[2], (memref<2xi64>)>)>
!range2 = !sycl.range<[2], (!sycl.array<[2], (memref<2xi64>)>)>
!two = !llvm.struct<(struct<(array<2 x i64>)>)>

llvm.func @use_id(!llvm.ptr)

// CHECK-LABEL: llvm.func @whole(
// CHECK:       %[[ID:.*]] = sycl.mlir.wrap %arg0
// CHECK:       sycl.id.get(%[[ID]], %arg1)
llvm.func @whole(%bytes: !two, %d: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %id = sycl.mlir.wrap %bytes : !two to !id2
  %out = sycl.mlir.unwrap %id : !id2 to !two
  llvm.store %out, %v : !two, !llvm.ptr
  %in = llvm.load %v : !llvm.ptr -> !two
  %again = sycl.mlir.wrap %in : !two to !id2
  %r = sycl.id.get(%again, %d) : (!id2, i32) -> i64
  llvm.return %r : i64
}

// Components that are written separately make an object, also for ranges.
// CHECK-LABEL: llvm.func @components(
// CHECK:       %[[R:.*]] = sycl.range.constructor(%arg0, %arg1) : (i64, i64) -> !sycl_range_2_
// CHECK:       sycl.range.size(%[[R]])
llvm.func @components(%a: i64, %b: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %v : !llvm.ptr
  llvm.store %a, %v : i64, !llvm.ptr
  %second = llvm.getelementptr %v[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %b, %second : i64, !llvm.ptr
  %in = llvm.load %v : !llvm.ptr -> !two
  %range = sycl.mlir.wrap %in : !two to !range2
  %r = sycl.range.size(%range) : (!range2) -> i64
  llvm.return %r : i64
}

// In one dimension, one number is the whole object.
// CHECK-LABEL: llvm.func @only_component(
// CHECK-NOT:   sycl.
// CHECK:       llvm.return %arg0
llvm.func @only_component(%a: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i32) : i32
  %v = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %a, %v : i64, !llvm.ptr
  %in = llvm.load %v : !llvm.ptr -> !llvm.struct<(struct<(array<1 x i64>)>)>
  %id = sycl.mlir.wrap %in : !llvm.struct<(struct<(array<1 x i64>)>)> to !id1
  %r = sycl.id.get(%id, %zero) : (!id1, i32) -> i64
  llvm.return %r : i64
}

// A copy of a copy, and zeros.
// CHECK-LABEL: llvm.func @copied(
// CHECK:       %[[ID:.*]] = sycl.id.constructor() : () -> !sycl_id_2_
// CHECK:       sycl.mlir.unwrap %[[ID]]
llvm.func @copied() -> !llvm.struct<(i64, i64)> {
  %one = llvm.mlir.constant(1 : i64) : i64
  %bytes = llvm.mlir.constant(16 : i64) : i64
  %zero = llvm.mlir.constant(0 : i8) : i8
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %w = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  "llvm.intr.memset"(%v, %zero, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy"(%w, %v, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %in = llvm.load %w : !llvm.ptr -> !two
  %id = sycl.mlir.wrap %in : !two to !id2
  %r = sycl.mlir.unwrap %id : !id2 to !llvm.struct<(i64, i64)>
  llvm.return %r : !llvm.struct<(i64, i64)>
}

// Results in pieces have components.
// CHECK-LABEL: llvm.func @pieces(
// CHECK-DAG:   %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-DAG:   %[[ID:.*]] = sycl.mlir.wrap %arg0
// CHECK:       sycl.id.get(%[[ID]], %[[ONE]])
// CHECK-NOT:   llvm.extractvalue
llvm.func @pieces(%bytes: !two) -> i64 {
  %id = sycl.mlir.wrap %bytes : !two to !id2
  %pieces = sycl.mlir.unwrap %id : !id2 to !llvm.struct<(i64, i64)>
  %r = llvm.extractvalue %pieces[1] : !llvm.struct<(i64, i64)>
  llvm.return %r : i64
}

// The address has escaped, so there may be other writes.
// CHECK-LABEL: llvm.func @escapes(
// CHECK:       %[[IN:.*]] = llvm.load
// CHECK:       sycl.mlir.wrap %[[IN]]
llvm.func @escapes(%a: i64, %b: i64, %d: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %a, %v : i64, !llvm.ptr
  %second = llvm.getelementptr %v[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %b, %second : i64, !llvm.ptr
  llvm.call @use_id(%v) : (!llvm.ptr) -> ()
  %in = llvm.load %v : !llvm.ptr -> !two
  %id = sycl.mlir.wrap %in : !two to !id2
  %r = sycl.id.get(%id, %d) : (!id2, i32) -> i64
  llvm.return %r : i64
}

// Two writes to a component, and it is unknown which is the last.
// CHECK-LABEL: llvm.func @written_twice(
// CHECK:       %[[IN:.*]] = llvm.load
// CHECK:       sycl.mlir.wrap %[[IN]]
llvm.func @written_twice(%a: i64, %b: i64, %c: i1, %d: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %a, %v : i64, !llvm.ptr
  %second = llvm.getelementptr %v[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %b, %second : i64, !llvm.ptr
  llvm.cond_br %c, ^again, ^end
^again:
  llvm.store %b, %v : i64, !llvm.ptr
  llvm.br ^end
^end:
  %in = llvm.load %v : !llvm.ptr -> !two
  %id = sycl.mlir.wrap %in : !two to !id2
  %r = sycl.id.get(%id, %d) : (!id2, i32) -> i64
  llvm.return %r : i64
}

// A write that is not on every path to the read.
// CHECK-LABEL: llvm.func @way_around(
// CHECK:       %[[IN:.*]] = llvm.load
// CHECK:       sycl.mlir.wrap %[[IN]]
llvm.func @way_around(%a: i64, %c: i1, %d: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.cond_br %c, ^write, ^end
^write:
  llvm.store %a, %v : i64, !llvm.ptr
  llvm.br ^end
^end:
  %in = llvm.load %v : !llvm.ptr -> !llvm.struct<(struct<(array<1 x i64>)>)>
  %id = sycl.mlir.wrap %in : !llvm.struct<(struct<(array<1 x i64>)>)> to !id1
  %r = sycl.id.get(%id, %d) : (!id1, i32) -> i64
  llvm.return %r : i64
}

// Half of the object is written.
// CHECK-LABEL: llvm.func @half(
// CHECK:       %[[IN:.*]] = llvm.load
// CHECK:       sycl.mlir.wrap %[[IN]]
llvm.func @half(%a: i64, %d: i32) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.alloca %one x !two {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %a, %v : i64, !llvm.ptr
  %in = llvm.load %v : !llvm.ptr -> !two
  %id = sycl.mlir.wrap %in : !two to !id2
  %r = sycl.id.get(%id, %d) : (!id2, i32) -> i64
  llvm.return %r : i64
}

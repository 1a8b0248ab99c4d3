//! args = "--convert-sycl-to-llvm --reconcile-unrealized-casts --canonicalize"

!array = !sycl.array<[2], (memref<2xi64>)>
!id = !sycl.id<[2], (!array)>
!range = !sycl.range<[2], (!array)>
!nd_range = !sycl.nd_range<[2], (!range, !range, !id)>

llvm.func @get(!llvm.ptr<4>, i32) -> i64
llvm.func @construct(!llvm.ptr, i64)

llvm.func @f(%x: i64, %y: i64, %i: i32, %bytes: !llvm.struct<(struct<(array<2 x i64>)>)>) -> i64 {
  %id = sycl.id.constructor(%x, %y) : (i64, i64) -> !id
  %range = sycl.range.constructor(%y, %x) : (i64, i64) -> !range
  %nd = sycl.nd_range.constructor(%range, %range, %id) : (!range, !range, !id) -> !nd_range
  %one = llvm.mlir.constant(1 : i64) : i64
  %0 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %1 = polygeist.pointer2memref(%0) : (!llvm.ptr) -> memref<1x!id>
  %2 = polygeist.memref2pointer(%1) : (memref<1x!id>) -> !llvm.ptr
  %3 = llvm.addrspacecast %2 : !llvm.ptr to !llvm.ptr<4>
  %4 = polygeist.pointer2memref(%3) : (!llvm.ptr<4>) -> memref<1x!id, 4>
  %5 = sycl.cast(%4) : (memref<1x!id, 4>) -> !llvm.ptr<4>
  sycl.constructor @id(%0, %x) {MangledFunctionName = @construct} : (!llvm.ptr, i64) -> ()
  %6 = sycl.call(%5, %i) {FunctionName = @get, MangledFunctionName = @get, TypeName = @id} : (!llvm.ptr<4>, i32) -> i64
  %7 = sycl.mlir.wrap %bytes : !llvm.struct<(struct<(array<2 x i64>)>)> to !id
  %8 = sycl.mlir.unwrap %7 : !id to !llvm.struct<(struct<(array<2 x i64>)>)>
  %9 = llvm.extractvalue %8[0, 0, 1] : !llvm.struct<(struct<(array<2 x i64>)>)>
  %10 = llvm.add %6, %9 : i64
  llvm.return %10 : i64
}

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:  %[[X:.*]]: i64, %[[Y:.*]]: i64, %[[I:.*]]: i32, %[[BYTES:.*]]: !llvm.struct<(struct<(array<2 x i64>)>)>) -> i64
// CHECK-NOT:   sycl.
// CHECK-NOT:   polygeist.
// CHECK:       %[[P:.*]] = llvm.alloca
// CHECK:       %[[Q:.*]] = llvm.addrspacecast %[[P]]
// CHECK:       llvm.call @construct(%[[P]], %[[X]])
// CHECK:       %[[R:.*]] = llvm.call @get(%[[Q]], %[[I]])
// CHECK:       %[[B:.*]] = llvm.extractvalue %[[BYTES]][0, 0, 1]
// CHECK:       llvm.add %[[R]], %[[B]]

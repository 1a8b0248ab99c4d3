//! args = "--sycl-print-memory-access --verify-diagnostics"

// Subscripts of accessors, in both orders.

!acc = !sycl.accessor<[2, f32, read_write, device]>
!id = !sycl.id<[2]>
!item = !sycl.item<[2, true]>
!object = !llvm.struct<(array<7 x i64>)>

llvm.func @transpose(%args: !llvm.ptr {llvm.byval = !llvm.array<112 x i8>}) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.zero : !llvm.struct<(array<6 x i64>)>
  %it = sycl.mlir.wrap %bytes : !llvm.struct<(array<6 x i64>)> to !item
  %from = llvm.load %args : !llvm.ptr -> !object
  %in = sycl.mlir.wrap %from : !object to !acc
  %place = llvm.getelementptr %args[56] : (!llvm.ptr) -> !llvm.ptr, i8
  %to = llvm.load %place : !llvm.ptr -> !object
  %out = sycl.mlir.wrap %to : !object to !acc
  %id = sycl.item.get_id(%it) : (!item) -> !id
  %p = sycl.accessor.subscript(%in, %id) : (!acc, !id) -> !llvm.ptr
  // expected-remark @+1 {{load from global memory is linear}}
  %x = llvm.load %p : !llvm.ptr -> f32
  %row = sycl.item.get_id(%it, %0) : (!item, i32) -> i64
  %col = sycl.item.get_id(%it, %1) : (!item, i32) -> i64
  %turned = sycl.id.constructor(%col, %row) : (i64, i64) -> !id
  %q = sycl.accessor.subscript(%out, %turned) : (!acc, !id) -> !llvm.ptr
  // expected-remark @+1 {{store to global memory is strided: neighbouring work-items are a run-time number of elements of 4 bytes apart (stride of dimension 1); fix: copy a tile into local memory}}
  llvm.store %x, %q : f32, !llvm.ptr
  llvm.return
}

//! args = "--sycl-print-memory-access --verify-diagnostics"

// Loops: sliding windows, rows that each work-item reads, strides of the whole range, and a loop-carried pointer.

!item = !sycl.item<[1, true]>

llvm.func @kernel(%args: !llvm.ptr {llvm.byval = !llvm.array<32 x i8>}) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %bytes = llvm.mlir.zero : !llvm.struct<(array<3 x i64>)>
  %it = sycl.mlir.wrap %bytes : !llvm.struct<(array<3 x i64>)> to !item
  %i = sycl.item.get_id(%it, %0) : (!item, i32) -> i64
  %range = sycl.item.get_range(%it, %0) : (!item, i32) -> i64
  %a = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %place = llvm.getelementptr %args[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %n = llvm.load %place : !llvm.ptr -> i64
  %row = llvm.mul %i, %n : i64
  %first = llvm.getelementptr %a[%row] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^loop(%zero, %i, %first : i64, i64, !llvm.ptr)
^loop(%k: i64, %far: i64, %p: !llvm.ptr):
  %w = llvm.add %i, %k : i64
  %pw = llvm.getelementptr %a[%w] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // expected-remark @+1 {{load from global memory is overlapped}}
  %x = llvm.load %pw : !llvm.ptr -> f32
  %pk = llvm.getelementptr %a[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // expected-remark @+1 {{load from global memory is a broadcast: all work-items access the same address}}
  %y = llvm.load %pk : !llvm.ptr -> f32
  %pf = llvm.getelementptr %a[%far] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // expected-remark @+1 {{load from global memory is linear}}
  %z = llvm.load %pf : !llvm.ptr -> f32
  // expected-remark @+1 {{fix: let neighbouring work-items take neighbouring elements of a row}}
  %v = llvm.load %p : !llvm.ptr -> f32
  %next = llvm.add %k, %one : i64
  %further = llvm.add %far, %range : i64
  %more = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %on = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %on, ^loop(%next, %further, %more : i64, i64, !llvm.ptr), ^end
^end:
  llvm.return
}

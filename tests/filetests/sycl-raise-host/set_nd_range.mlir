//! args = "--sycl-raise-host-set-nd-range"

// Annotated index spaces belong to the handler of the launch that follows.

gpu.module @device_functions {
  gpu.func @k() kernel attributes {sycl.captures = []} {
    gpu.return
  }
}

llvm.mlir.global private constant @range("range\00")
llvm.mlir.global private constant @offset("offset\00")
llvm.mlir.global private constant @nd_range("nd_range\00")
llvm.mlir.global private constant @kernel("kernel\00")
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr

// The kernel is part of the handler at any offset; a command group function gets the handler as an argument.
// CHECK-LABEL: llvm.func @with_offset(
// CHECK-NOT:   "range"
// CHECK:       llvm.intr.var.annotation
// CHECK-NOT:   llvm.intr.var.annotation
// CHECK:       sycl.host.handler.set_nd_range %arg0 -> range %arg1, offset %arg2 : (!llvm.ptr, !llvm.ptr, !llvm.ptr)
// CHECK-NEXT:  llvm.call @__scythe_kernel_record
llvm.func @with_offset(%handler: !llvm.ptr, %size: !llvm.ptr, %start: !llvm.ptr, %lambda: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %offset = llvm.mlir.addressof @offset : !llvm.ptr
  %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  "llvm.intr.var.annotation"(%size, %range, %0, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%start, %offset, %0, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %place = llvm.getelementptr inbounds %handler[72] : (!llvm.ptr) -> !llvm.ptr, i8
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %record, %place : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Two launches of one function, and one that runs once.
// CHECK-LABEL: llvm.func @several(
// CHECK:       sycl.host.handler.set_nd_range %arg0 -> range %arg2 : (!llvm.ptr, !llvm.ptr)
// CHECK-NEXT:  llvm.call @__scythe_kernel_record
// CHECK:       sycl.host.handler.set_nd_range %arg1 -> nd_range %arg3 : (!llvm.ptr, !llvm.ptr)
// CHECK-NEXT:  llvm.call @__scythe_kernel_record
// CHECK-NOT:   set_nd_range
// CHECK:       llvm.call @__scythe_kernel_record
// CHECK-NOT:   not_raised
// CHECK:       llvm.return
llvm.func @several(%first: !llvm.ptr, %second: !llvm.ptr, %size: !llvm.ptr, %sizes: !llvm.ptr, %lambda: !llvm.ptr, %other: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %nd_range = llvm.mlir.addressof @nd_range : !llvm.ptr
  %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  "llvm.intr.var.annotation"(%size, %range, %0, %1, %first) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %first) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %first : !llvm.ptr, !llvm.ptr
  "llvm.intr.var.annotation"(%sizes, %nd_range, %0, %1, %second) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %second) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.cond_br %other, ^next, ^next
^next:
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %second : !llvm.ptr, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %first) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r2 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r2, %first : !llvm.ptr, !llvm.ptr
  llvm.return
}

// A launch with two predecessors, with a range on one of the paths only.
// CHECK-LABEL: llvm.func @merged(
// CHECK-NOT:   set_nd_range
// CHECK:       llvm.call @__scythe_kernel_record{{.*}}sycl.not_raised = "there is no unique `set_nd_range`: several index spaces reach the launch"
llvm.func @merged(%handler: !llvm.ptr, %size: !llvm.ptr, %lambda: !llvm.ptr, %other: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  llvm.cond_br %other, ^range, ^task
^range:
  "llvm.intr.var.annotation"(%size, %range, %0, %1, %handler) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.br ^task
^task:
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %handler) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %record, %handler : !llvm.ptr, !llvm.ptr
  llvm.return
}

// This function contains only the launch.
// CHECK-LABEL: llvm.func @elsewhere(
// CHECK:       sycl.not_raised = "the kernel's function object is not in the same function; not enough inlining has happened"
llvm.func @elsewhere(%handler: !llvm.ptr) {
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %record, %handler : !llvm.ptr, !llvm.ptr
  llvm.return
}

// The annotations belong to another handler.
// CHECK-LABEL: llvm.func @another(
// CHECK-NOT:   set_nd_range
// CHECK:       sycl.not_raised = "the kernel's function object is not in the same function; not enough inlining has happened"
llvm.func @another(%handler: !llvm.ptr, %other: !llvm.ptr, %size: !llvm.ptr, %lambda: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  "llvm.intr.var.annotation"(%size, %range, %0, %1, %other) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%lambda, %kernel, %0, %1, %other) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %record, %handler : !llvm.ptr, !llvm.ptr
  llvm.return
}

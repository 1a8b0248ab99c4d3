//! args = "--sycl-raise-host-set-kernel"

// Operations that assign a kernel to a handler.

gpu.module @device_functions {
  gpu.func @k() kernel {
    gpu.return
  }
}
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @other() -> !llvm.ptr

// CHECK-LABEL: llvm.func @handlers(
// CHECK:       sycl.host.handler.set_kernel %arg0 -> @device_functions::@k : !llvm.ptr
// CHECK-NOT:   llvm.store
// CHECK-NOT:   __scythe_kernel_record
// CHECK:       sycl.host.handler.set_kernel %arg0 -> @device_functions::@k {sycl.not_raised = "a reason"} : !llvm.ptr
// CHECK-NEXT:  llvm.return
llvm.func @handlers(%handler: !llvm.ptr) {
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %place = llvm.getelementptr inbounds %handler[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %place : !llvm.ptr, !llvm.ptr
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) {sycl.not_raised = "a reason"} : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %place : !llvm.ptr, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @others(
// CHECK:       llvm.call @__scythe_kernel_record{{.*}} {sycl.not_raised = "there is no `set_kernel`: the kernel is not assigned to a handler here; not enough or too much inlining has happened"}
// CHECK:       llvm.call @__scythe_kernel_record{{.*}} {sycl.not_raised = "there is no `set_kernel`: the name of the kernel is not constant, or is not that of a kernel of this file"}
llvm.func @others(%handler: !llvm.ptr) -> !llvm.ptr {
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %name = llvm.call @other() : () -> !llvm.ptr
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%name) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %handler : !llvm.ptr, !llvm.ptr
  llvm.return %r0 : !llvm.ptr
}

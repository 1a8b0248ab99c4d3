//! args = "--sycl-raise-host-kernel-names"

// Strings with the names of kernels become references to kernels.

gpu.module @device_functions {
  gpu.func @_ZTS10KernelName() kernel {
    gpu.return
  }
  gpu.func @_ZTS8a_helper() {
    gpu.return
  }
}

llvm.mlir.global private constant @kernel("_ZTS10KernelName\00")
llvm.mlir.global private constant @longer("_ZTS10KernelNameX\00")
llvm.mlir.global private constant @helper("_ZTS8a_helper\00")
llvm.mlir.global private @variable("_ZTS10KernelName\00")

// CHECK-LABEL: llvm.func @names(
// CHECK-NEXT:  %[[K:.*]] = sycl.host.get_kernel @device_functions::@_ZTS10KernelName : !llvm.ptr
// CHECK-NEXT:  llvm.mlir.addressof @longer
// CHECK-NEXT:  llvm.mlir.addressof @helper
// CHECK-NEXT:  llvm.mlir.addressof @variable
// CHECK-NEXT:  llvm.call @use(%[[K]],
llvm.func @names() {
  %0 = llvm.mlir.addressof @kernel : !llvm.ptr
  %1 = llvm.mlir.addressof @longer : !llvm.ptr
  %2 = llvm.mlir.addressof @helper : !llvm.ptr
  %3 = llvm.mlir.addressof @variable : !llvm.ptr
  llvm.call @use(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @use(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)

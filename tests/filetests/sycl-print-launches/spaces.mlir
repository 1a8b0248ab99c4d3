//! args = "--split-input-file --sycl-print-launches --verify-diagnostics"

// What kernels are launched over.

gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}

llvm.func @single_task(%handler: !llvm.ptr) {
  // expected-remark@+1 {{runs once}}
  sycl.host.schedule_kernel %handler -> @kernels::@k : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}

llvm.func @range(%handler: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %range = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%range, %c64, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.handler.set_nd_range %handler -> range %range : (!llvm.ptr, !llvm.ptr)
  // expected-remark@+1 {{runs over (64, ?)}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %range] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

//! args = "--mlir-print-op-generic"

// The generic forms: `none` for arguments that are not of a SYCL class.

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}

// CHECK: "sycl.host.schedule_kernel"(%arg0, %arg1, %arg2, %arg3) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 1, 0, 2>, sycl_types = [!sycl_local_accessor_1_f32, none]} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK: "sycl.host.schedule_kernel"(%arg0, %arg1) {kernel_name = @kernels::@k0, nd_range, operandSegmentSizes = array<i32: 1, 1, 0, 0>, sycl_types = []} : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: "sycl.host.handler.set_nd_range"(%arg0, %arg1) {nd_range} : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: "sycl.host.set_captured"(%arg0, %arg3) {index = 1 : i64} : (!llvm.ptr, i32) -> ()
// CHECK: "sycl.host.set_captured"(%arg0, %arg2) {index = 0 : i64, sycl_type = !sycl_local_accessor_1_f32} : (!llvm.ptr, !llvm.ptr) -> ()
llvm.func @f(%handler: !llvm.ptr, %range: !llvm.ptr, %local: !llvm.ptr, %x: i32) {
  sycl.host.schedule_kernel %handler -> @kernels::@k0[range %range](%local: !sycl.local_accessor<[1, f32]>, %x) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
  sycl.host.schedule_kernel %handler -> @kernels::@k0[nd_range %range] : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.handler.set_nd_range %handler -> nd_range %range : (!llvm.ptr, !llvm.ptr)
  sycl.host.set_captured %handler[1] = %x : !llvm.ptr, i32
  sycl.host.set_captured %handler[0] = %local : !llvm.ptr, !llvm.ptr (!sycl.local_accessor<[1, f32]>)
  llvm.return
}

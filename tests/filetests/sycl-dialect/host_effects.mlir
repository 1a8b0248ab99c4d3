//! runs = [{ args = "--canonicalize", check = "CHECK" }, { args = "--cse", check = "CHECK,CSE" }]

// A get_kernel without uses is removed; operations that change an object or submit a kernel stay.

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}

// CHECK-LABEL: llvm.func @unused(
// CHECK-NEXT: sycl.host.constructor
// CHECK-NEXT: sycl.host.set_captured
// CHECK-NEXT: sycl.host.handler.set_nd_range
// CHECK-NEXT: sycl.host.handler.set_kernel
// CHECK-NEXT: sycl.host.schedule_kernel
// CHECK-NEXT: sycl.host.schedule_kernel
// CHECK-NEXT: llvm.return
llvm.func @unused(%handler: !llvm.ptr, %object: !llvm.ptr, %n: i64) {
  %0 = sycl.host.get_kernel @kernels::@k0 : !llvm.ptr
  sycl.host.constructor(%object, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.set_captured %object[0] = %n : !llvm.ptr, i64
  sycl.host.handler.set_nd_range %handler -> range %object : (!llvm.ptr, !llvm.ptr)
  sycl.host.handler.set_kernel %handler -> @kernels::@k0 : !llvm.ptr
  sycl.host.schedule_kernel %handler -> @kernels::@k0 : (!llvm.ptr) -> ()
  sycl.host.schedule_kernel %handler -> @kernels::@k0 : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @twice(
// CSE-NEXT: %[[K:.*]] = sycl.host.get_kernel
// CSE-NEXT: llvm.call @use(%[[K]], %[[K]])
llvm.func @twice() {
  %0 = sycl.host.get_kernel @kernels::@k0 : !llvm.ptr
  %1 = sycl.host.get_kernel @kernels::@k0 : !llvm.ptr
  llvm.call @use(%0, %1) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @use(!llvm.ptr, !llvm.ptr)

// A constructor writes its object and reads its operands; a submission writes its operands.
// CHECK-LABEL: func.func @writes(
// CSE: %[[A:.*]] = memref.load
// CSE: sycl.host.constructor
// CSE: %[[B:.*]] = memref.load
// CSE: sycl.host.schedule_kernel
// CSE: %[[C:.*]] = memref.load
// CSE: call @number(%[[A]], %[[B]], %[[C]])
func.func @writes(%handler: !llvm.ptr, %object: !llvm.ptr, %m: memref<1xi64>, %n: i64) {
  %zero = index.constant 0
  %0 = memref.load %m[%zero] : memref<1xi64>
  sycl.host.constructor(%object, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  %1 = memref.load %m[%zero] : memref<1xi64>
  sycl.host.schedule_kernel %handler -> @kernels::@k0(%object) : (!llvm.ptr, !llvm.ptr) -> ()
  %2 = memref.load %m[%zero] : memref<1xi64>
  func.call @number(%0, %1, %2) : (i64, i64, i64) -> ()
  return
}
func.func private @number(i64, i64, i64)

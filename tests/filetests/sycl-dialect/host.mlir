//! round_trip = true

// Kernel submission in host code: every form of every operation.

!void = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>

gpu.module @device_functions {
  gpu.func @_ZTS10KernelName() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !void}, {name = "x", offset = 56 : i64, size = 4 : i64}]} {
    gpu.return
  }
  gpu.func @"a name that has to be quoted"() kernel {
    gpu.return
  }
}

// CHECK-LABEL: llvm.func @constructors(
// CHECK: sycl.host.constructor(%arg0) {type = !sycl_id_2_} : (!llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg4, %arg4) {type = !sycl_range_2_} : (!llvm.ptr, i64, i64) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg2, %arg3) {type = !sycl_nd_range_2_} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg1, %arg2, %arg3) {type = !sycl_buffer_1_21llvm2Evoid} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg1, %arg2, %arg3) {type = !sycl_buffer_1_21llvm2Evoid_sub} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg1, %arg2) {type = !sycl_accessor_1_21llvm2Evoid_w_dev} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg1, %arg2, %arg3) {type = !sycl_accessor_1_21llvm2Evoid_r_dev} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg1, %arg2, %arg3, %arg3) {type = !sycl_accessor_1_21llvm2Evoid_rw_dev} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0, %arg2, %arg3) {type = !sycl_local_accessor_1_21llvm2Evoid} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.constructor(%arg0) {extra = "kept", type = !sycl_range_2_} : (!llvm.ptr) -> ()
llvm.func @constructors(%place: !llvm.ptr, %buffer: !llvm.ptr, %one: !llvm.ptr, %two: !llvm.ptr, %n: i64) {
  sycl.host.constructor(%place) {type = !sycl.id<[2]>} : (!llvm.ptr) -> ()
  sycl.host.constructor(%place, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%place, %one, %two) {type = !sycl.nd_range<[2]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %buffer, %one, %two) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %buffer, %one, %two) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %buffer, %one) {type = !void} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %buffer, %one, %two) {type = !sycl.accessor<[1, !llvm.void, read, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %buffer, %one, %two, %two) {type = !sycl.accessor<[1, !llvm.void, read_write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place, %one, %two) {type = !sycl.local_accessor<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%place) {extra = "kept", type = !sycl.range<[2]>} : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @kernels(
// CHECK: sycl.host.get_kernel @device_functions::@_ZTS10KernelName : !llvm.ptr
// CHECK: sycl.host.get_kernel @device_functions::@"a name that has to be quoted" {extra} : !llvm.ptr
// CHECK: sycl.host.handler.set_kernel %arg0 -> @device_functions::@_ZTS10KernelName : !llvm.ptr
// CHECK: sycl.host.handler.set_kernel %arg0 -> @device_functions::@_ZTS10KernelName {extra} : !llvm.ptr
llvm.func @kernels(%handler: !llvm.ptr) {
  %0 = sycl.host.get_kernel @device_functions::@_ZTS10KernelName : !llvm.ptr
  %1 = sycl.host.get_kernel @device_functions::@"a name that has to be quoted" {extra} : !llvm.ptr
  sycl.host.handler.set_kernel %handler -> @device_functions::@_ZTS10KernelName : !llvm.ptr
  sycl.host.handler.set_kernel %handler -> @device_functions::@_ZTS10KernelName {extra} : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @captures(
// CHECK: sycl.host.set_captured %arg0[0] = %arg1 : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev)
// CHECK: sycl.host.set_captured %arg0[1] = %arg2 : !llvm.ptr, i32
// CHECK: sycl.host.set_captured %arg0[2] = %arg1 {extra} : !llvm.ptr, !llvm.ptr
llvm.func @captures(%lambda: !llvm.ptr, %acc: !llvm.ptr, %some_int: i32) {
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!void)
  sycl.host.set_captured %lambda[1] = %some_int : !llvm.ptr, i32
  sycl.host.set_captured %lambda[2] = %acc {extra} : !llvm.ptr, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @index_spaces(
// CHECK: sycl.host.handler.set_nd_range %arg0 -> range %arg1 : (!llvm.ptr, !llvm.ptr)
// CHECK: sycl.host.handler.set_nd_range %arg0 -> range %arg1, offset %arg2 : (!llvm.ptr, !llvm.ptr, !llvm.ptr)
// CHECK: sycl.host.handler.set_nd_range %arg0 -> nd_range %arg1 {extra} : (!llvm.ptr, !llvm.ptr)
llvm.func @index_spaces(%handler: !llvm.ptr, %range: !llvm.ptr, %offset: !llvm.ptr) {
  sycl.host.handler.set_nd_range %handler -> range %range : (!llvm.ptr, !llvm.ptr)
  sycl.host.handler.set_nd_range %handler -> range %range, offset %offset : (!llvm.ptr, !llvm.ptr, !llvm.ptr)
  sycl.host.handler.set_nd_range %handler -> nd_range %range {extra} : (!llvm.ptr, !llvm.ptr)
  llvm.return
}

// A single_task has no index space, and a kernel may have no arguments.
// CHECK-LABEL: llvm.func @submissions(
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName[range %arg1](%arg3: !sycl_accessor_1_21llvm2Evoid_w_dev, %arg4) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName[range %arg1, offset %arg2](%arg4, %arg3: !sycl_accessor_1_21llvm2Evoid_w_dev) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName[nd_range %arg1](%arg3) {extra} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName[nd_range %arg1] : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName(%arg4) : (!llvm.ptr, i32) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName : (!llvm.ptr) -> ()
// CHECK: sycl.host.schedule_kernel %arg0 -> @device_functions::@_ZTS10KernelName : (!llvm.ptr) -> ()
llvm.func @submissions(%handler: !llvm.ptr, %range: !llvm.ptr, %offset: !llvm.ptr, %acc: !llvm.ptr, %x: i32) {
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName[range %range](%acc: !void, %x) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName[range %range, offset %offset](%x, %acc: !void) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName[nd_range %range](%acc) {extra} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName[nd_range %range]() : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName(%x) : (!llvm.ptr, i32) -> ()
  sycl.host.schedule_kernel %handler -> @device_functions::@_ZTS10KernelName : (!llvm.ptr) -> ()
  "sycl.host.schedule_kernel"(%handler) {kernel_name = @device_functions::@_ZTS10KernelName, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> ()
  llvm.return
}

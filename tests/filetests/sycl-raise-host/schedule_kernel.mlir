//! args = "--sycl-raise-host-schedule-kernel"

// All facts about a launch are combined if they match the kernel's signature.

!write = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>
!ranged = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>
!read = !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>

gpu.module @device_functions {
  gpu.func @k() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !write}, {name = "x", offset = 56 : i64, size = 4 : i64}]} {
    gpu.return
  }
  gpu.func @array() kernel attributes {sycl.captures = [{name = "a", offset = 0 : i64, size = 36 : i64}, {name = "p", offset = 40 : i64, size = 8 : i64}]} {
    gpu.return
  }
  gpu.func @nothing() kernel attributes {sycl.captures = []} {
    gpu.return
  }
  gpu.func @unlisted() kernel {
    gpu.return
  }
}
llvm.mlir.global private constant @nine(dense<1> : tensor<36xi8>) : !llvm.array<36 x i8>

// CHECK-LABEL: llvm.func @launches(
// CHECK-SAME:  %[[H:.*]]: !llvm.ptr, %[[R:.*]]: !llvm.ptr, %[[O:.*]]: !llvm.ptr, %[[L:.*]]: !llvm.ptr, %[[A:.*]]: !llvm.ptr, %[[X:.*]]: i32, %[[F:.*]]: f32)
llvm.func @launches(%h: !llvm.ptr, %r: !llvm.ptr, %o: !llvm.ptr, %lambda: !llvm.ptr, %acc: !llvm.ptr, %x: i32, %f: f32) {
  sycl.host.handler.set_nd_range %h -> range %r : (!llvm.ptr, !llvm.ptr)
  // The order does not matter, the numbers do; the accessor's constructor arguments are kept.
  sycl.host.set_captured %lambda[1] = %x : !llvm.ptr, i32
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!ranged)
  // CHECK: sycl.host.handler.set_kernel
  // CHECK-NEXT: sycl.host.schedule_kernel %[[H]] -> @device_functions::@k[range %[[R]]](%[[A]]: !sycl_accessor_1_21llvm2Evoid_w_dev{{.*}}, %[[X]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.handler.set_nd_range %h -> range %r, offset %o : (!llvm.ptr, !llvm.ptr, !llvm.ptr)
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  sycl.host.set_captured %lambda[1] = %f : !llvm.ptr, f32
  // CHECK: sycl.host.handler.set_kernel
  // CHECK-NEXT: sycl.host.schedule_kernel %[[H]] -> @device_functions::@k[range %[[R]], offset %[[O]]](%[[A]]: !sycl_accessor_1_21llvm2Evoid_w_dev{{.*}}, %[[F]])
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.handler.set_nd_range %h -> nd_range %r : (!llvm.ptr, !llvm.ptr)
  // CHECK: sycl.host.schedule_kernel %[[H]] -> @device_functions::@nothing[nd_range %[[R]]] : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.handler.set_kernel %h -> @device_functions::@nothing : !llvm.ptr
  // CHECK: sycl.host.schedule_kernel %[[H]] -> @device_functions::@nothing : (!llvm.ptr) -> ()
  sycl.host.handler.set_kernel %h -> @device_functions::@nothing : !llvm.ptr
  llvm.return
}

// The address of a constant stands for its bytes, unless addresses are captured.
// CHECK-LABEL: llvm.func @arrays(
// CHECK:       %[[N:.*]] = llvm.mlir.addressof @nine
// CHECK:       sycl.host.schedule_kernel %arg0 -> @device_functions::@array(%[[N]], %[[N]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK:       sycl.host.schedule_kernel %arg0 -> @device_functions::@array(%arg2, %arg1) : (!llvm.ptr, vector<9xi32>, !llvm.ptr) -> ()
llvm.func @arrays(%h: !llvm.ptr, %lambda: !llvm.ptr, %nine: vector<9xi32>) {
  %a = llvm.mlir.addressof @nine : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %a : !llvm.ptr, !llvm.ptr
  sycl.host.set_captured %lambda[1] = %a : !llvm.ptr, !llvm.ptr
  sycl.host.handler.set_kernel %h -> @device_functions::@array : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %nine : !llvm.ptr, vector<9xi32>
  sycl.host.set_captured %lambda[1] = %lambda : !llvm.ptr, !llvm.ptr
  sycl.host.handler.set_kernel %h -> @device_functions::@array : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @refused(
// CHECK-NOT:   schedule_kernel
llvm.func @refused(%h: !llvm.ptr, %r: !llvm.ptr, %lambda: !llvm.ptr, %acc: !llvm.ptr, %x: i32, %y: i64) {
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "there is no continuous sequence of `set_captured`: the kernel captures 2 values, and number 1 is missing or ambiguous"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr
  sycl.host.set_captured %lambda[1] = %x : !llvm.ptr, i32
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "the accessor `acc` is captured without its type: its constructor has not been raised, or is in a different function"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!read)
  sycl.host.set_captured %lambda[1] = %x : !llvm.ptr, i32
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "`acc` is captured as '!sycl.accessor<[1, !llvm.void, read, device]>', but the kernel expects '!sycl.accessor<[1, !llvm.void, write, device]>'"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  sycl.host.set_captured %lambda[1] = %y : !llvm.ptr, i64
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "`x` is captured as 'i64', but the kernel expects 4 bytes"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  sycl.host.set_captured %lambda[1] = %acc : !llvm.ptr, !llvm.ptr (!write)
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "`x` is captured as '!sycl.accessor<[1, !llvm.void, write, device]>', but the kernel expects 4 bytes"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  sycl.host.set_captured %lambda[1] = %x : !llvm.ptr, i32
  sycl.host.set_captured %lambda[2] = %x : !llvm.ptr, i32
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "there is no continuous sequence of `set_captured`: the kernel captures 2 values, and number 2 is missing or ambiguous"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!write)
  sycl.host.set_captured %acc[1] = %x : !llvm.ptr, i32
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "there is no continuous sequence of `set_captured`: it belongs to several function objects"}
  sycl.host.handler.set_kernel %h -> @device_functions::@k : !llvm.ptr
  sycl.host.handler.set_nd_range %h -> range %r : (!llvm.ptr, !llvm.ptr)
  sycl.host.handler.set_nd_range %h -> range %lambda : (!llvm.ptr, !llvm.ptr)
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "there is no unique `set_nd_range`: several index spaces reach the launch"}
  sycl.host.handler.set_kernel %h -> @device_functions::@nothing : !llvm.ptr
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "the kernel has no list of captures, so they cannot be checked"}
  sycl.host.handler.set_kernel %h -> @device_functions::@unlisted : !llvm.ptr
  // CHECK: set_kernel {{.*}} {sycl.not_raised = "said before"}
  sycl.host.handler.set_kernel %h -> @device_functions::@nothing {sycl.not_raised = "said before"} : !llvm.ptr
  // CHECK-NEXT: llvm.return
  llvm.return
}

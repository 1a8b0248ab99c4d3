//! runs = [{ args = "--sycl-raise-host" }, { args = "--sycl-raise-host --sycl-raise-host" }]

// An example of a submission: a buffer, a command group with an accessor and a number, a kernel over a range. Code
// with exceptions, as clang and LLVM generate it. Raising it again changes nothing.

!accessor = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>
!range_class = !llvm.struct<"class.sycl::range", (array<1 x i64>)>
!lambda_class = !llvm.struct<"class.anon", (struct<"class.sycl::accessor", packed (ptr, i64, i64, i64, ptr, i64, i32, i8, array<3 x i8>)>, i32)>

gpu.module @device_functions {
  gpu.func @_ZTS10KernelName() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !accessor}, {name = "some_int", offset = 56 : i64, size = 4 : i64}]} {
    gpu.return
  }
}

llvm.mlir.global private constant @range("range\00")
llvm.mlir.global private constant @kernel("kernel\00")
llvm.mlir.global private constant @name("_ZTS10KernelName\00")
llvm.func @buffer(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.buffer<[1, !llvm.void]>"]]}
llvm.func @accessor(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>"]]}
llvm.func @handler(!llvm.ptr, !llvm.ptr)
llvm.func @no_properties(!llvm.ptr)
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @submit(!llvm.ptr)
llvm.func @personality(...) -> i32

// CHECK-LABEL: llvm.func @seed(
// CHECK-SAME:  %[[Q:.*]]: !llvm.ptr, %[[DATA:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[X:.*]]: i32)
// CHECK:       %[[H:.*]] = llvm.alloca {{.*}}array<512 x i64>
// CHECK:       sycl.host.constructor(%[[BR:.*]], %[[N]]) {type = !sycl_range_1_} : (!llvm.ptr, i64) -> ()
// CHECK:       sycl.host.constructor(%[[BUF:.*]], %[[DATA]], %[[BR]], %{{.*}}) {type = !sycl_buffer_1_21llvm2Evoid}
// CHECK-NEXT:  llvm.br ^[[GROUP:.*]]
// CHECK:       ^[[GROUP]]:
// CHECK:       sycl.host.constructor(%[[ACC:.*]], %[[BUF]], %[[H]], %{{.*}}) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
// CHECK-NEXT:  llvm.br ^[[LAUNCH:.*]]
// CHECK:       ^[[LAUNCH]]:
// CHECK:       sycl.host.constructor(%[[R:.*]], %[[N]]) {type = !sycl_range_1_}
// CHECK-NOT:   llvm.intr.var.annotation
// CHECK:       sycl.host.handler.set_nd_range %[[H]] -> range %[[R]] : (!llvm.ptr, !llvm.ptr)
// CHECK-NEXT:  sycl.host.set_captured %[[LAMBDA:.*]][0] = %[[ACC]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev)
// CHECK-NEXT:  sycl.host.set_captured %[[LAMBDA]][1] = %[[X]] : !llvm.ptr, i32
// CHECK-NEXT:  sycl.host.handler.set_kernel %[[H]] -> @device_functions::@_ZTS10KernelName : !llvm.ptr
// CHECK-NEXT:  sycl.host.schedule_kernel %[[H]] -> @device_functions::@_ZTS10KernelName[range %[[R]]](%[[ACC]]: !sycl_accessor_1_21llvm2Evoid_w_dev, %[[X]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NOT:   sycl.host
llvm.func @seed(%queue: !llvm.ptr, %data: !llvm.ptr, %n: i64, %some_int: i32) attributes {personality = @personality} {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c53 = llvm.mlir.constant(53 : i64) : i64
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %kernel = llvm.mlir.addressof @kernel : !llvm.ptr
  %name = llvm.mlir.addressof @name : !llvm.ptr
  %size = llvm.alloca %1 x !range_class : (i32) -> !llvm.ptr
  %slot = llvm.alloca %1 x !llvm.ptr : (i32) -> !llvm.ptr
  %acc = llvm.alloca %1 x !llvm.array<56 x i8> : (i32) -> !llvm.ptr
  %list = llvm.alloca %1 x !llvm.struct<(ptr, ptr)> : (i32) -> !llvm.ptr
  %lambda = llvm.alloca %1 x !lambda_class : (i32) -> !llvm.ptr
  %h = llvm.alloca %1 x !llvm.array<512 x i64> : (i32) -> !llvm.ptr
  %buf = llvm.alloca %1 x !llvm.array<5 x i64> : (i32) -> !llvm.ptr
  %bufsize = llvm.alloca %1 x !range_class : (i32) -> !llvm.ptr
  llvm.store %n, %bufsize : i64, !llvm.ptr
  llvm.call @no_properties(%list) : (!llvm.ptr) -> ()
  llvm.invoke @buffer(%buf, %data, %bufsize, %list) to ^group unwind ^pad : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
^group:
  llvm.call @handler(%h, %queue) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.invoke @accessor(%acc, %buf, %h, %list) to ^launch unwind ^pad : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
^launch:
  "llvm.intr.memcpy"(%lambda, %acc, %c53) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %place = llvm.getelementptr inbounds %lambda[0, 1] : (!llvm.ptr) -> !llvm.ptr, !lambda_class
  llvm.store %some_int, %place : i32, !llvm.ptr
  llvm.store %n, %size : i64, !llvm.ptr
  "llvm.intr.var.annotation"(%size, %range, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.store %lambda, %slot : !llvm.ptr, !llvm.ptr
  "llvm.intr.var.annotation"(%slot, %kernel, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %kind = llvm.getelementptr inbounds %h[12] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %1, %kind : i32, !llvm.ptr
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%name) : (!llvm.ptr) -> !llvm.ptr
  %there = llvm.getelementptr inbounds %h[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %record, %there : !llvm.ptr, !llvm.ptr
  %args = llvm.getelementptr inbounds %h[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %lambda, %args : !llvm.ptr, !llvm.ptr
  llvm.invoke @submit(%h) to ^end unwind ^pad : (!llvm.ptr) -> ()
^end:
  llvm.return
^pad:
  %caught = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %caught : !llvm.struct<(ptr, i32)>
}

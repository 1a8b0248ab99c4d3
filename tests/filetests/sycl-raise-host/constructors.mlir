//! args = "--sycl-raise-host-constructors"

// Calls and invocations of constructors become operations, with ranges and ids as objects.

llvm.func @buffer(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.buffer<[1, !llvm.void]>"]]}
llvm.func @sub_buffer(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.buffer<[1, !llvm.void, true]>"]]}
llvm.func @accessor(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>"]]}
llvm.func @with_range(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, read, device], (!sycl.range<[1]>)>"]]}
llvm.func @with_offset(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr {llvm.byval = !llvm.array<2 x i64>}, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[2, !llvm.void, read_write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>"]]}
llvm.func @in_memory(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr {llvm.byval = !llvm.array<3 x i64>}, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[3, !llvm.void, read, device], (!sycl.range<[3]>)>"]]}
llvm.func @local(!llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.local_accessor<[2, !llvm.void]>"]]}
llvm.func @aggregate(!llvm.ptr, !llvm.array<2 x i64>, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.local_accessor<[2, !llvm.void]>"]]}
llvm.func @placeholder(!llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>"]]}
llvm.func @placeholder_of_range(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, read, device], (!sycl.range<[1]>)>"]]}
llvm.func @nd_range(!llvm.ptr, i64, i64, i64) attributes {passthrough = [["scythe-constructor", "!sycl.nd_range<[1]>"]]}
llvm.func @no_constructor(!llvm.ptr) attributes {passthrough = [["something", "else"]]}
llvm.func @personality(...) -> i32

// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME:  %[[BUF:.*]]: !llvm.ptr, %[[H:.*]]: !llvm.ptr, %[[A:.*]]: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[M:.*]]: i64)
llvm.func @calls(%buffer: !llvm.ptr, %handler: !llvm.ptr, %object: !llvm.ptr, %list: !llvm.ptr, %n: i64, %m: i64) {
  // CHECK: sycl.host.constructor(%[[BUF]], %[[A]], %[[P]], %[[P]]) {type = !sycl_buffer_1_21llvm2Evoid} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @buffer(%buffer, %object, %list, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[P]], %[[P]]) {type = !sycl_buffer_1_21llvm2Evoid_sub}
  llvm.call @sub_buffer(%object, %buffer, %list, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[H]], %[[P]]) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
  llvm.call @accessor(%object, %buffer, %handler, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]]) {type = !sycl_range_1_} : (!llvm.ptr, i64) -> ()
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[H]], %[[R]], %[[P]]) {type = !sycl_accessor_1_21llvm2Evoid_r_dev{{.*}}}
  llvm.call @with_range(%object, %buffer, %handler, %n, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  // The id is in memory, because no registers were left; another pass handles the numbers there.
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]], %[[M]]) {type = !sycl_range_2_} : (!llvm.ptr, i64, i64) -> ()
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[H]], %[[R]], %[[P]], %[[P]]) {type = !sycl_accessor_2_21llvm2Evoid_rw_dev}
  llvm.call @with_offset(%object, %buffer, %handler, %n, %m, %list, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[H]], %[[P]], %[[P]]) {type = !sycl_accessor_3_21llvm2Evoid_r_dev}
  llvm.call @in_memory(%object, %buffer, %handler, %list, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]], %[[M]]) {type = !sycl_range_2_}
  // CHECK: sycl.host.constructor(%[[A]], %[[R]], %[[H]], %[[P]]) {type = !sycl_local_accessor_2_21llvm2Evoid}
  llvm.call @local(%object, %n, %m, %handler, %list) : (!llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[ZERO]], %[[P]]) {type = !sycl_accessor_1_21llvm2Evoid_r_dev{{.*}}}
  llvm.call @placeholder(%object, %buffer, %list) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]]) {type = !sycl_range_1_}
  // CHECK: sycl.host.constructor(%[[A]], %[[BUF]], %[[ZERO]], %[[R]], %[[P]])
  llvm.call @placeholder_of_range(%object, %buffer, %n, %list) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[G:.*]], %[[N]]) {type = !sycl_range_1_}
  // CHECK: sycl.host.constructor(%[[L:.*]], %[[M]]) {type = !sycl_range_1_}
  // CHECK: sycl.host.constructor(%[[O:.*]], %[[N]]) {type = !sycl_id_1_}
  // CHECK: sycl.host.constructor(%[[A]], %[[G]], %[[L]], %[[O]]) {type = !sycl_nd_range_1_}
  llvm.call @nd_range(%object, %n, %m, %n) : (!llvm.ptr, i64, i64, i64) -> ()
  // CHECK: llvm.call @no_constructor(
  llvm.call @no_constructor(%object) : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @aggregates(
llvm.func @aggregates(%object: !llvm.ptr, %handler: !llvm.ptr, %sizes: !llvm.array<2 x i64>) {
  // CHECK: %[[N:.*]] = llvm.extractvalue %arg2[0]
  // CHECK: %[[M:.*]] = llvm.extractvalue %arg2[1]
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]], %[[M]]) {type = !sycl_range_2_}
  // CHECK: sycl.host.constructor(%arg0, %[[R]], %arg1, %arg1) {type = !sycl_local_accessor_2_21llvm2Evoid}
  llvm.call @aggregate(%object, %sizes, %handler, %handler) : (!llvm.ptr, !llvm.array<2 x i64>, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The exception of an invocation is removed, the block that would catch it is not.
// CHECK-LABEL: llvm.func @invocations(
// CHECK-NEXT:  sycl.host.constructor(%arg0, %arg1, %arg2, %arg2) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
// CHECK-NEXT:  llvm.br ^[[NEXT:.*]](%arg3 : i64)
// CHECK:       ^[[NEXT]](%{{.*}}: i64):
// CHECK:       llvm.landingpad
llvm.func @invocations(%object: !llvm.ptr, %buffer: !llvm.ptr, %handler: !llvm.ptr, %n: i64) -> i64 attributes {personality = @personality} {
  llvm.invoke @accessor(%object, %buffer, %handler, %handler) to ^next(%n : i64) unwind ^pad : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
^next(%x: i64):
  llvm.return %x : i64
^pad:
  %caught = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %caught : !llvm.struct<(ptr, i32)>
}

// A launch after the exception follows the operations before the constructor.
// CHECK-LABEL: llvm.func @caught(
// CHECK:       sycl.host.constructor(%arg0, %arg1, %arg2, %arg2) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
// CHECK-NEXT:  %[[EITHER:.*]] = llvm.mlir.undef : i1
// CHECK-NEXT:  llvm.cond_br %[[EITHER]], ^[[NEXT:.*]](%arg3 : i64), ^[[PAD:.*]]
// CHECK:       ^[[PAD]]:
// CHECK-NEXT:  llvm.landingpad
llvm.func @caught(%object: !llvm.ptr, %buffer: !llvm.ptr, %handler: !llvm.ptr, %n: i64) -> i64 attributes {personality = @personality} {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.invoke @accessor(%object, %buffer, %handler, %handler) to ^next(%n : i64) unwind ^pad : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
^next(%x: i64):
  llvm.return %x : i64
^pad:
  %caught = llvm.landingpad (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.br ^launch
^launch:
  %record = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%0) : (!llvm.ptr) -> !llvm.ptr
  llvm.return %n : i64
}
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr

// A constructor that calls another one is one constructor.
// CHECK-LABEL: llvm.func @delegating(
// CHECK:       llvm.call @accessor(
llvm.func @delegating(%object: !llvm.ptr, %buffer: !llvm.ptr, %handler: !llvm.ptr) attributes {passthrough = [["scythe-constructor", "!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>"]]} {
  llvm.call @accessor(%object, %buffer, %handler, %handler) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

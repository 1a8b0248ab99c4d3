//! args = "--sycl-raise-host-ranges"

// Numbers in memory that are used as ranges and ids get constructors.

!range1 = !llvm.struct<"class.sycl::_V1::range", (array<1 x i64>)>
!range2 = !llvm.struct<"class.sycl::_V1::range.7", (array<2 x i64>)>
!id2 = !llvm.struct<"class.sycl::_V1::id.9", (array<2 x i64>)>
!nd_range2 = !llvm.struct<"class.sycl::nd_range", (struct<(array<2 x i64>)>, struct<(array<2 x i64>)>, struct<(array<2 x i64>)>)>

llvm.mlir.global private constant @range("range\00")
llvm.mlir.global private constant @offset("offset\00")
llvm.mlir.global private constant @nd_range("nd_range\00")
llvm.mlir.global private constant @something("something else\00")
llvm.mlir.global private constant @file("f\00")
llvm.mlir.global internal constant @sizes(dense<[3, 5]> : tensor<2xi64>) : !llvm.array<2 x i64>
llvm.func @look(!llvm.ptr)

// CHECK-LABEL: llvm.func @stores(
llvm.func @stores(%n: i64) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i64) : i64
  %word = llvm.mlir.addressof @range : !llvm.ptr
  %file = llvm.mlir.addressof @file : !llvm.ptr
  %a = llvm.alloca %1 x !range1 : (i32) -> !llvm.ptr
  %b = llvm.alloca %1 x !range2 : (i32) -> !llvm.ptr
  // CHECK: llvm.store %arg0, %[[A:.*]] : i64, !llvm.ptr
  llvm.store %n, %a : i64, !llvm.ptr
  // CHECK: sycl.host.constructor(%[[R:.*]], %arg0) {type = !sycl_range_1_} : (!llvm.ptr, i64) -> ()
  // CHECK: "llvm.intr.var.annotation"(%[[R]],
  "llvm.intr.var.annotation"(%a, %word, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // Address computations in several forms.
  %b0 = llvm.getelementptr inbounds %b[0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !range2
  %b1 = llvm.getelementptr inbounds %b[0, 0, 1] : (!llvm.ptr) -> !llvm.ptr, !range2
  llvm.store %c7, %b1 : i64, !llvm.ptr
  llvm.store %n, %b0 : i64, !llvm.ptr
  // CHECK: %[[C7:.*]] = llvm.mlir.constant(7 : i64) : i64
  // CHECK: sycl.host.constructor(%[[R:.*]], %arg0, %[[C7]]) {type = !sycl_range_2_} : (!llvm.ptr, i64, i64) -> ()
  // CHECK: "llvm.intr.var.annotation"(%[[R]],
  "llvm.intr.var.annotation"(%b, %word, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @copies_and_zeros(
llvm.func @copies_and_zeros(%from: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %byte = llvm.mlir.constant(0 : i8) : i8
  %range = llvm.mlir.addressof @range : !llvm.ptr
  %offset = llvm.mlir.addressof @offset : !llvm.ptr
  %sizes = llvm.mlir.addressof @sizes : !llvm.ptr
  %file = llvm.mlir.addressof @file : !llvm.ptr
  %a = llvm.alloca %1 x !range2 : (i32) -> !llvm.ptr
  %b = llvm.alloca %1 x !range2 : (i32) -> !llvm.ptr
  %c = llvm.alloca %1 x !id2 : (i32) -> !llvm.ptr
  %d = llvm.alloca %1 x !range2 : (i32) -> !llvm.ptr
  // From a constant, through another variable.
  "llvm.intr.memcpy"(%a, %sizes, %c16) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%b, %a, %c16) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK: %[[C3:.*]] = llvm.mlir.constant(3 : i64) : i64
  // CHECK: %[[C5:.*]] = llvm.mlir.constant(5 : i64) : i64
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[C3]], %[[C5]]) {type = !sycl_range_2_}
  // CHECK: "llvm.intr.var.annotation"(%[[R]],
  "llvm.intr.var.annotation"(%b, %range, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.memset"(%c, %byte, %c16) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  // CHECK: %[[Z0:.*]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK: %[[Z1:.*]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK: sycl.host.constructor(%[[I:.*]], %[[Z0]], %[[Z1]]) {type = !sycl_id_2_}
  // CHECK: "llvm.intr.var.annotation"(%[[I]],
  "llvm.intr.var.annotation"(%c, %offset, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // Unknown numbers from memory are the variable's contents.
  // CHECK: "llvm.intr.memcpy"(%[[D:.*]], %arg0,
  "llvm.intr.memcpy"(%d, %from, %c16) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK: %[[N:.*]] = llvm.load %[[D]] : !llvm.ptr -> i64
  // CHECK: %[[D1:.*]] = llvm.getelementptr %[[D]][
  // CHECK: %[[M:.*]] = llvm.load %[[D1]] : !llvm.ptr -> i64
  // CHECK: sycl.host.constructor(%[[R:.*]], %[[N]], %[[M]]) {type = !sycl_range_2_}
  "llvm.intr.var.annotation"(%d, %range, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @nd_ranges(
llvm.func @nd_ranges(%n: i64, %m: i64) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %byte = llvm.mlir.constant(0 : i8) : i8
  %word = llvm.mlir.addressof @nd_range : !llvm.ptr
  %file = llvm.mlir.addressof @file : !llvm.ptr
  %a = llvm.alloca %1 x !nd_range2 : (i32) -> !llvm.ptr
  %id = llvm.alloca %1 x !id2 : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%id, %byte, %c16) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.store %n, %a : i64, !llvm.ptr
  %a1 = llvm.getelementptr inbounds %a[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %m, %a1 : i64, !llvm.ptr
  %a2 = llvm.getelementptr inbounds %a[0, 1, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !nd_range2
  %both = llvm.mlir.constant(dense<[8, 4]> : vector<2xi64>) : vector<2xi64>
  llvm.store %both, %a2 : vector<2xi64>, !llvm.ptr
  %a4 = llvm.getelementptr inbounds %a[%c8] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  "llvm.intr.memcpy"(%a4, %id, %c16) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK: sycl.host.constructor(%[[G:.*]], %arg0, %arg1) {type = !sycl_range_2_}
  // CHECK: %[[C8:.*]] = llvm.mlir.constant(8 : i64) : i64
  // CHECK: %[[C4:.*]] = llvm.mlir.constant(4 : i64) : i64
  // CHECK: sycl.host.constructor(%[[L:.*]], %[[C8]], %[[C4]]) {type = !sycl_range_2_}
  // CHECK: sycl.host.constructor(%[[O:.*]], %{{.*}}, %{{.*}}) {type = !sycl_id_2_}
  // CHECK: sycl.host.constructor(%[[ND:.*]], %[[G]], %[[L]], %[[O]]) {type = !sycl_nd_range_2_}
  // CHECK: "llvm.intr.var.annotation"(%[[ND]],
  "llvm.intr.var.annotation"(%a, %word, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// Arguments of other constructors. Host data with the size of a range is not one.
// CHECK-LABEL: llvm.func @arguments(
llvm.func @arguments(%object: !llvm.ptr, %buffer: !llvm.ptr, %handler: !llvm.ptr, %n: i64, %list: !llvm.ptr) {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %data = llvm.alloca %1 x !llvm.array<1 x i64> : (i32) -> !llvm.ptr
  %size = llvm.alloca %1 x !range1 : (i32) -> !llvm.ptr
  %box = llvm.alloca %1 x !llvm.array<1 x i64> : (i32) -> !llvm.ptr
  // CHECK: llvm.alloca
  // CHECK: %[[BOX:.*]] = llvm.alloca {{.*}}array<1 x i64>
  llvm.store %n, %data : i64, !llvm.ptr
  llvm.store %n, %size : i64, !llvm.ptr
  llvm.store %n, %box : i64, !llvm.ptr
  // CHECK: sycl.host.constructor(%[[R:.*]], %arg3) {type = !sycl_range_1_}
  // CHECK: sycl.host.constructor(%arg1, %{{.*}}, %[[R]], %arg4) {type = !sycl_buffer_1_21llvm2Evoid}
  sycl.host.constructor(%buffer, %data, %size, %list) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK: sycl.host.constructor(%[[R2:.*]], %arg3) {type = !sycl_range_1_}
  // CHECK: sycl.host.constructor(%arg0, %arg1, %arg2, %[[R2]], %arg4)
  sycl.host.constructor(%object, %buffer, %handler, %box, %list) {type = !sycl.accessor<[1, !llvm.void, read, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Contents are unknown after a path around the last write, a loop or an unknown function.
// CHECK-LABEL: llvm.func @not_guessed(
llvm.func @not_guessed(%n: i64, %m: i64, %more: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @range : !llvm.ptr
  %file = llvm.mlir.addressof @file : !llvm.ptr
  %a = llvm.alloca %1 x !range1 : (i32) -> !llvm.ptr
  %b = llvm.alloca %1 x !range1 : (i32) -> !llvm.ptr
  llvm.store %n, %a : i64, !llvm.ptr
  llvm.cond_br %more, ^other, ^join
^other:
  llvm.store %m, %a : i64, !llvm.ptr
  llvm.br ^join
^join:
  // CHECK: ^bb2:
  // CHECK: %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
  // CHECK: sycl.host.constructor(%{{.*}}, %[[N]]) {type = !sycl_range_1_}
  "llvm.intr.var.annotation"(%a, %word, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.store %n, %b : i64, !llvm.ptr
  llvm.call @look(%b) : (!llvm.ptr) -> ()
  // CHECK: llvm.call @look(
  // CHECK: %[[M:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
  // CHECK: sycl.host.constructor(%{{.*}}, %[[M]]) {type = !sycl_range_1_}
  "llvm.intr.var.annotation"(%b, %word, %file, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// Other annotations stay.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT:   sycl.host
// CHECK:       llvm.return
llvm.func @others() {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @something : !llvm.ptr
  %a = llvm.alloca %1 x !range1 : (i32) -> !llvm.ptr
  "llvm.intr.var.annotation"(%a, %word, %word, %1, %0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

//! args = "--sycl-raise-host-set-captured"

// Values that are stored to a kernel's function object, on any path.

!write = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>
!ranged = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>
!both = !sycl.accessor<[1, !llvm.void, read_write, device], (!llvm.void)>
!read = !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>

gpu.module @device_functions {
  gpu.func @k() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !write}, {name = "x", offset = 56 : i64, size = 4 : i64}]} {
    gpu.return
  }
  gpu.func @reads() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !read}]} {
    gpu.return
  }
  gpu.func @four() kernel attributes {sycl.captures = [{name = "a", offset = 0 : i64, size = 4 : i64}, {name = "b", offset = 4 : i64, size = 4 : i64}, {name = "c", offset = 8 : i64, size = 4 : i64}, {name = "d", offset = 12 : i64, size = 4 : i64}]} {
    gpu.return
  }
  gpu.func @nine() kernel attributes {sycl.captures = [{name = "a", offset = 0 : i64, size = 36 : i64}]} {
    gpu.return
  }
  gpu.func @structure() kernel attributes {sycl.captures = [{name = "p", offset = 0 : i64, size = 24 : i64}]} {
    gpu.return
  }
  gpu.func @padded() kernel attributes {sycl.captures = [{name = "a", offset = 0 : i64, size = 12 : i64}]} {
    gpu.return
  }
}

llvm.mlir.global private constant @kernel("kernel\00")
llvm.mlir.global private constant @table(dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>) : !llvm.array<9 x i32>
llvm.mlir.global private constant @parameters() : !llvm.struct<(i8, i32, struct<(f64, i16)>)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
  %1 = llvm.mlir.constant(7 : i8) : i8
  %2 = llvm.mlir.constant(8 : i32) : i32
  %3 = llvm.mlir.undef : !llvm.struct<(f64, i16)>
  %4 = llvm.mlir.constant(5.000000e-01 : f64) : f64
  %5 = llvm.mlir.constant(-2 : i16) : i16
  %6 = llvm.insertvalue %4, %3[0] : !llvm.struct<(f64, i16)>
  %7 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
  %8 = llvm.insertvalue %2, %7[1] : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
  %9 = llvm.insertvalue %6, %8[2] : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
  %10 = llvm.insertvalue %5, %9[2, 1] : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
  llvm.return %10 : !llvm.struct<(i8, i32, struct<(f64, i16)>)>
}
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @look(!llvm.ptr)

// Captured arrays become constants.
// CHECK-DAG: llvm.mlir.global private constant @__scythe_captured.0(dense<{{.*}}> : tensor<36xi8>)
// CHECK-DAG: llvm.mlir.global private constant @__scythe_captured.1(dense<[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]> : tensor<12xi8>)

// CHECK-DAG: llvm.mlir.global private constant @__scythe_captured.2(dense<[7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, -32, 63, -2, -1, 0, 0, 0, 0, 0, 0]> : tensor<24xi8>)

// An accessor is copied as a whole, or member by member.
// CHECK-LABEL: llvm.func @accessors(
llvm.func @accessors(%h: !llvm.ptr, %buffer: !llvm.ptr, %size: !llvm.ptr, %x: i32) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c45 = llvm.mlir.constant(45 : i64) : i64
  %c53 = llvm.mlir.constant(53 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %slot = llvm.alloca %1 x !llvm.ptr : (i32) -> !llvm.ptr
  %acc = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  // CHECK: %[[L:.*]] = llvm.alloca {{.*}}array<8 x i64>
  %lambda = llvm.alloca %1 x !llvm.array<8 x i64> : (i32) -> !llvm.ptr
  %other = llvm.alloca %1 x !llvm.array<8 x i64> : (i32) -> !llvm.ptr
  // CHECK: sycl.host.constructor(%[[A:.*]], %arg1, %arg0, %arg2)
  sycl.host.constructor(%acc, %buffer, %h, %size) {type = !ranged} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memcpy"(%lambda, %acc, %c53) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %px = llvm.getelementptr %lambda[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %px : i32, !llvm.ptr
  llvm.store %lambda, %slot : !llvm.ptr, !llvm.ptr
  "llvm.intr.var.annotation"(%slot, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK-NOT: llvm.intr.var.annotation
  // CHECK: sycl.host.set_captured %[[L]][0] = %[[A]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev{{.*}})
  // CHECK-NEXT: sycl.host.set_captured %[[L]][1] = %arg3 : !llvm.ptr, i32
  // CHECK-NEXT: llvm.call @__scythe_kernel_record
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  %first = llvm.load %acc : !llvm.ptr -> !llvm.ptr
  llvm.store %first, %other : !llvm.ptr, !llvm.ptr
  %from = llvm.getelementptr %acc[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %to = llvm.getelementptr %other[8] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memcpy"(%to, %from, %c45) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %py = llvm.getelementptr %other[0, 7] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<8 x i64>
  llvm.store %x, %py : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%other, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: sycl.host.set_captured %[[O:.*]][0] = %[[A]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev{{.*}})
  // CHECK-NEXT: sycl.host.set_captured %[[O]][1] = %arg3 : !llvm.ptr, i32
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// A member of a function object that is constructed in place is constructed once more; a conversion to a read-only
// accessor.
// CHECK-LABEL: llvm.func @in_place(
llvm.func @in_place(%h: !llvm.ptr, %buffer: !llvm.ptr, %x: i32) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c53 = llvm.mlir.constant(53 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %reads = sycl.host.get_kernel @device_functions::@reads : !llvm.ptr
  // CHECK: %[[F:.*]] = llvm.alloca {{.*}}array<8 x i64>
  %functor = llvm.alloca %1 x !llvm.array<8 x i64> : (i32) -> !llvm.ptr
  // CHECK: %[[A:.*]] = llvm.alloca {{.*}}array<7 x i64>
  %acc = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  // CHECK: %[[L:.*]] = llvm.alloca {{.*}}array<7 x i64>
  %lambda = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  // CHECK: sycl.host.constructor(%[[M:.*]], %arg1, %arg0) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
  // CHECK-NEXT: sycl.host.constructor(%[[F]], %arg1, %arg0) {type = !sycl_accessor_1_21llvm2Evoid_w_dev}
  sycl.host.constructor(%functor, %buffer, %h) {type = !write} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %px = llvm.getelementptr %functor[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %x, %px : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%functor, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: sycl.host.set_captured %[[F]][0] = %[[M]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev)
  // CHECK-NEXT: sycl.host.set_captured %[[F]][1] = %arg2 : !llvm.ptr, i32
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  sycl.host.constructor(%acc, %buffer, %h) {type = !both} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memcpy"(%lambda, %acc, %c53) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: sycl.host.set_captured %[[L]][0] = %[[A]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_r_dev)
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%reads) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Scalars that are stored together: elements of a vector, parts of a number, constants.
// CHECK-LABEL: llvm.func @coalesced(
llvm.func @coalesced(%h: !llvm.ptr, %two: vector<2xi32>, %word64: i64) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@four : !llvm.ptr
  %a = llvm.alloca %1 x !llvm.array<16 x i8> : (i32) -> !llvm.ptr
  %b = llvm.alloca %1 x !llvm.array<16 x i8> : (i32) -> !llvm.ptr
  llvm.store %two, %a : vector<2xi32>, !llvm.ptr
  %a8 = llvm.getelementptr %a[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %word64, %a8 : i64, !llvm.ptr
  "llvm.intr.var.annotation"(%a, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[E0:.*]] = llvm.extractelement %arg1[%{{.*}} : i64] : vector<2xi32>
  // CHECK: sycl.host.set_captured %[[A:.*]][0] = %[[E0]] : !llvm.ptr, i32
  // CHECK: %[[E1:.*]] = llvm.extractelement %arg1[%{{.*}} : i64] : vector<2xi32>
  // CHECK: sycl.host.set_captured %[[A]][1] = %[[E1]] : !llvm.ptr, i32
  // CHECK: %[[LOW:.*]] = llvm.trunc %{{.*}} : i64 to i32
  // CHECK: sycl.host.set_captured %[[A]][2] = %[[LOW]] : !llvm.ptr, i32
  // CHECK: %[[C32:.*]] = llvm.mlir.constant(32 : i64) : i64
  // CHECK: %[[SHIFTED:.*]] = llvm.lshr %arg2, %[[C32]] : i64
  // CHECK: %[[HIGH:.*]] = llvm.trunc %[[SHIFTED]] : i64 to i32
  // CHECK: sycl.host.set_captured %[[A]][3] = %[[HIGH]] : !llvm.ptr, i32
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  %numbers = llvm.mlir.constant(dense<[10, 20]> : vector<2xi32>) : vector<2xi32>
  %f = llvm.mlir.constant(1.500000e+00 : f32) : f32
  %b8 = llvm.getelementptr %b[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %b12 = llvm.getelementptr %b[12] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %numbers, %b : vector<2xi32>, !llvm.ptr
  llvm.store %f, %b8 : f32, !llvm.ptr
  llvm.store %1, %b12 : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%b, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[C10:.*]] = llvm.mlir.constant(10 : i32) : i32
  // CHECK: sycl.host.set_captured %[[B:.*]][0] = %[[C10]] : !llvm.ptr, i32
  // CHECK: %[[C20:.*]] = llvm.mlir.constant(20 : i32) : i32
  // CHECK: sycl.host.set_captured %[[B]][1] = %[[C20]] : !llvm.ptr, i32
  // CHECK: sycl.host.set_captured %[[B]][2] = %{{.*}} : !llvm.ptr, f32
  // CHECK: sycl.host.set_captured %[[B]][3] = %{{.*}} : !llvm.ptr, i32
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Arrays in parts: a constant for all of it, or a vector of the parts.
// CHECK-LABEL: llvm.func @split(
llvm.func @split(%h: !llvm.ptr, %four: vector<4xi32>, %last: i32) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mlir.constant(2 : i32) : i32
  %c36 = llvm.mlir.constant(36 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@nine : !llvm.ptr
  %p = sycl.host.get_kernel @device_functions::@padded : !llvm.ptr
  %a = llvm.alloca %1 x !llvm.array<9 x i32> : (i32) -> !llvm.ptr
  %b = llvm.alloca %1 x !llvm.array<9 x i32> : (i32) -> !llvm.ptr
  %c = llvm.alloca %1 x !llvm.struct<(i8, i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%a, %table, %c36) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.var.annotation"(%a, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[T:.*]] = llvm.mlir.addressof @__scythe_captured.0 : !llvm.ptr
  // CHECK: sycl.host.set_captured %{{.*}}[0] = %[[T]] : !llvm.ptr, !llvm.ptr
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  %b4 = llvm.getelementptr %b[4] : (!llvm.ptr) -> !llvm.ptr, i32
  %b8 = llvm.getelementptr %b[8] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %four, %b : vector<4xi32>, !llvm.ptr
  llvm.store %four, %b4 : vector<4xi32>, !llvm.ptr
  llvm.store %last, %b8 : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%b, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[V:.*]] = llvm.insertelement %arg2, %{{.*}}[%{{.*}} : i64] : vector<9xi32>
  // CHECK: sycl.host.set_captured %{{.*}}[0] = %[[V]] : !llvm.ptr, vector<9xi32>
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  // Bytes that are never written are padding.
  %c8 = llvm.getelementptr %c[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %1, %c : i32, !llvm.ptr
  llvm.store %2, %c8 : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%c, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[P:.*]] = llvm.mlir.addressof @__scythe_captured.1 : !llvm.ptr
  // CHECK: sycl.host.set_captured %{{.*}}[0] = %[[P]] : !llvm.ptr, !llvm.ptr
  %r2 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%p) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r2, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// A structure that is copied from a constant.
// CHECK-LABEL: llvm.func @structures(
llvm.func @structures(%h: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %p = llvm.mlir.addressof @parameters : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@structure : !llvm.ptr
  %a = llvm.alloca %1 x !llvm.array<24 x i8> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%a, %p, %c24) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.var.annotation"(%a, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[P:.*]] = llvm.mlir.addressof @__scythe_captured.2 : !llvm.ptr
  // CHECK: sycl.host.set_captured %{{.*}}[0] = %[[P]] : !llvm.ptr, !llvm.ptr
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Unknown captures are the object's contents.
// CHECK-LABEL: llvm.func @unknown(
llvm.func @unknown(%h: !llvm.ptr, %lambda: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %nine = sycl.host.get_kernel @device_functions::@nine : !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: sycl.host.set_captured %arg1[0] = %arg1 : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev{{.*}})
  // CHECK: %[[P:.*]] = llvm.getelementptr %arg1[
  // CHECK: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> i32
  // CHECK: sycl.host.set_captured %arg1[1] = %[[X]] : !llvm.ptr, i32
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  // CHECK: %[[A:.*]] = llvm.load %arg1 : !llvm.ptr -> !llvm.array<36 x i8>
  // CHECK: sycl.host.set_captured %arg1[0] = %[[A]] : !llvm.ptr, !llvm.array<36 x i8>
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%nine) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

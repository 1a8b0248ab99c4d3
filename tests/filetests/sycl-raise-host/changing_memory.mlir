//! args = "--sycl-raise-host-set-captured"

// An earlier value of a function object's member is not its value at the launch if anything could have changed it.

!write = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>

gpu.module @device_functions {
  gpu.func @k() kernel attributes {sycl.captures = [{name = "x", offset = 0 : i64, size = 4 : i64}]} {
    gpu.return
  }
  gpu.func @a() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = !write}]} {
    gpu.return
  }
}

llvm.mlir.global private constant @kernel("kernel\00")
llvm.mlir.global external @anywhere() : !llvm.ptr
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @look(!llvm.ptr)
llvm.func @work()

// One of two paths writes another value.
// CHECK-LABEL: llvm.func @branch(
// CHECK:       %[[X:.*]] = llvm.load
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @branch(%h: !llvm.ptr, %other: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mlir.constant(2 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  llvm.cond_br %other, ^change, ^launch
^change:
  llvm.store %2, %lambda : i32, !llvm.ptr
  llvm.br ^launch
^launch:
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// The second iteration of a loop launches with another value.
// CHECK-LABEL: llvm.func @loop(
// CHECK:       %[[X:.*]] = llvm.load
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @loop(%h: !llvm.ptr, %more: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mlir.constant(2 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  llvm.br ^launch
^launch:
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.store %2, %lambda : i32, !llvm.ptr
  llvm.cond_br %more, ^launch, ^end
^end:
  llvm.return
}

// A value that is written in every iteration is captured by that iteration's launch.
// CHECK-LABEL: llvm.func @every_round(
// CHECK:       ^bb1(%[[I:.*]]: i32):
// CHECK:       sycl.host.set_captured %{{.*}}[0] = %[[I]] : !llvm.ptr, i32
llvm.func @every_round(%h: !llvm.ptr, %more: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.br ^launch(%1 : i32)
^launch(%i: i32):
  llvm.store %i, %lambda : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  %next = llvm.add %i, %1 : i32
  llvm.cond_br %more, ^launch(%next : i32), ^end
^end:
  llvm.return
}

// The address has escaped, and there is a call before the launch.
// CHECK-LABEL: llvm.func @published(
// CHECK:       %[[X:.*]] = llvm.load
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @published(%h: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %place = llvm.mlir.addressof @anywhere : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.store %lambda, %place : !llvm.ptr, !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  llvm.call @work() : () -> ()
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// The address escapes later, or escaped only in an earlier lifetime of the variable.
// CHECK-LABEL: llvm.func @private(
// CHECK:       %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:       sycl.host.set_captured %{{.*}}[0] = %[[ONE]] : !llvm.ptr, i32
// CHECK:       llvm.return
llvm.func @private(%h: !llvm.ptr, %more: i1) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.br ^round
^round:
  llvm.intr.lifetime.start %lambda : !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  llvm.call @work() : () -> ()
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.call @look(%lambda) : (!llvm.ptr) -> ()
  llvm.intr.lifetime.end %lambda : !llvm.ptr
  llvm.cond_br %more, ^round, ^end
^end:
  llvm.return
}

// A store at an unknown offset may be a store to any member.
// CHECK-LABEL: llvm.func @somewhere(
// CHECK:       %[[X:.*]] = llvm.load
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @somewhere(%h: !llvm.ptr, %i: i64) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<8 x i8> : (i32) -> !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  %p = llvm.getelementptr %lambda[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %1, %p : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Two stores that overlap.
// CHECK-LABEL: llvm.func @overlapping(
// CHECK:       %[[X:.*]] = llvm.load
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @overlapping(%h: !llvm.ptr, %x: i32, %y: i16) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<8 x i8> : (i32) -> !llvm.ptr
  llvm.store %x, %lambda : i32, !llvm.ptr
  %p = llvm.getelementptr %lambda[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %y, %p : i16, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// An accessor that is constructed again after it was copied is not the one that is captured.
// CHECK-LABEL: llvm.func @accessor_made_anew(
// CHECK:       sycl.host.constructor(%[[M:.*]], %arg1, %arg0)
// CHECK-NEXT:  sycl.host.constructor(%[[A:.*]], %arg1, %arg0)
// CHECK:       sycl.host.constructor(%[[A]], %arg2, %arg0)
// CHECK:       sycl.host.set_captured %{{.*}}[0] = %[[M]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev{{.*}})
llvm.func @accessor_made_anew(%h: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c53 = llvm.mlir.constant(53 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@a : !llvm.ptr
  %acc = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %b, %h) {type = !write} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memcpy"(%lambda, %acc, %c53) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %c, %h) {type = !write} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// An accessor with a changed member is not one that a constructor made.
// CHECK-LABEL: llvm.func @accessor_changed(
// CHECK:       sycl.host.set_captured %[[L:.*]][0] = %[[L]] : !llvm.ptr, !llvm.ptr (!sycl_accessor_1_21llvm2Evoid_w_dev{{.*}})
llvm.func @accessor_changed(%h: !llvm.ptr, %b: !llvm.ptr, %n: i64) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %c53 = llvm.mlir.constant(53 : i64) : i64
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@a : !llvm.ptr
  %acc = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<7 x i64> : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %b, %h) {type = !write} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %p = llvm.getelementptr %acc[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %n, %p : i64, !llvm.ptr
  "llvm.intr.memcpy"(%lambda, %acc, %c53) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// A buffer writes its host memory back later; it does not keep the address of the range that it gets.
// CHECK-LABEL: llvm.func @host_memory(
// CHECK:       %[[N:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK:       %[[X:.*]] = llvm.load
// CHECK:       sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
// CHECK:       sycl.host.set_captured %{{.*}}[0] = %[[N]] : !llvm.ptr, i32
llvm.func @host_memory(%h: !llvm.ptr, %buffer: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %7 = llvm.mlir.constant(7 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %data = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %size = llvm.alloca %1 x !llvm.struct<"class.sycl::range", (array<1 x i64>)> : (i32) -> !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.store %7, %data : i32, !llvm.ptr
  llvm.store %7, %size : i32, !llvm.ptr
  sycl.host.constructor(%buffer, %data, %size, %0) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @work() : () -> ()
  %x = llvm.load %data : !llvm.ptr -> i32
  llvm.store %x, %lambda : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  %y = llvm.load %size : !llvm.ptr -> i32
  llvm.store %y, %lambda : i32, !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r1, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

// Another thread may write memory whose address it has, until this thread waits for it.
// CHECK-LABEL: llvm.func @another_thread(
// CHECK:       ^bb2:
// CHECK:       %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT:  sycl.host.set_captured %{{.*}}[0] = %[[X]] : !llvm.ptr, i32
llvm.func @another_thread(%h: !llvm.ptr, %flag: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @kernel : !llvm.ptr
  %place = llvm.mlir.addressof @anywhere : !llvm.ptr
  %k = sycl.host.get_kernel @device_functions::@k : !llvm.ptr
  %lambda = llvm.alloca %1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  llvm.store %1, %lambda : i32, !llvm.ptr
  llvm.store %lambda, %place : !llvm.ptr, !llvm.ptr
  llvm.br ^wait
^wait:
  %done = llvm.load %flag atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %is = llvm.icmp "eq" %done, %1 : i32
  llvm.cond_br %is, ^launch, ^wait
^launch:
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}

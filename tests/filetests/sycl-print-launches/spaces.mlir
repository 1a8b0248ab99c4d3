//! args = "--sycl-print-launches --verify-diagnostics"

// The index spaces of launches. Ranges have the values of the last constructor on every path.

llvm.mlir.global private constant @table(dense<[1, 2, 3]> : tensor<3xi64>) : !llvm.array<3 x i64>
llvm.mlir.global private @variable(dense<[1, 2, 3]> : tensor<3xi64>) : !llvm.array<3 x i64>
llvm.mlir.global weak constant @replaceable(7 : i64) : i64
llvm.func @unknown(!llvm.ptr)
llvm.func @reads(!llvm.ptr {llvm.nocapture, llvm.readonly})
llvm.func @anything()

gpu.module @kernels {
  gpu.func @k1() kernel { gpu.return }
  gpu.func @k2() kernel { gpu.return }
  gpu.func @k3() kernel { gpu.return }
  gpu.func @k4() kernel { gpu.return }
  gpu.func @k5() kernel { gpu.return }
  gpu.func @k6() kernel { gpu.return }
  gpu.func @k7() kernel { gpu.return }
  gpu.func @k8() kernel { gpu.return }
  gpu.func @k9() kernel { gpu.return }
  gpu.func @k10() kernel { gpu.return }
  gpu.func @k11() kernel { gpu.return }
  gpu.func @k12() kernel { gpu.return }
  gpu.func @k13() kernel { gpu.return }
  gpu.func @k14() kernel { gpu.return }
  gpu.func @k15() kernel { gpu.return }
  gpu.func @k16() kernel { gpu.return }
  gpu.func @k17() kernel { gpu.return }
  gpu.func @k18() kernel { gpu.return }
  gpu.func @k19() kernel { gpu.return }
  gpu.func @k20() kernel { gpu.return }
  gpu.func @k21() kernel { gpu.return }
  gpu.func @k22() kernel { gpu.return }
  gpu.func @k23() kernel { gpu.return }
  gpu.func @k24() kernel { gpu.return }
  gpu.func @k25() kernel { gpu.return }
  gpu.func @k26() kernel { gpu.return }
  gpu.func @k27() kernel { gpu.return }
  gpu.func @k28() kernel { gpu.return }
  gpu.func @k29() kernel { gpu.return }
  gpu.func @k30() kernel { gpu.return }
  gpu.func @k31() kernel { gpu.return }
  gpu.func @k32() kernel { gpu.return }
  gpu.func @k33() kernel { gpu.return }
  gpu.func @k34() kernel { gpu.return }
  gpu.func @k35() kernel { gpu.return }
  gpu.func @k36() kernel { gpu.return }
  gpu.func @k37() kernel { gpu.return }
  gpu.func @k38() kernel { gpu.return }
  gpu.func @k39() kernel { gpu.return }
}

llvm.func @single_task(%handler: !llvm.ptr) {
  // expected-remark-re@+1 {{runs once{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k1 : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @range(%handler: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c64, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.handler.set_nd_range %handler -> range %r : (!llvm.ptr, !llvm.ptr)
  // expected-remark-re@+1 {{runs over (64, ?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k2[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @range_with_offset(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %c7 = llvm.mlir.constant(7 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c64) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c7) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (64) from (7){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k3[range %r, offset %o] : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A default id is zeros.
llvm.func @default_offset(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c64) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o) {type = !sycl.id<[1]>} : (!llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k4[range %r, offset %o] : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @three_dimensions(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %c = llvm.mlir.constant(16 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a, %b, %c) {type = !sycl.range<[3]>} : (!llvm.ptr, i64, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (4, 8, 16){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k5[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @nd_range(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %c = llvm.mlir.constant(3 : i64) : i64
  %g = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %l = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %nd = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%g, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%l, %b) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%nd, %g, %l, %o) {type = !sycl.nd_range<[1]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over (64) in groups of (8) from (3){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k6[nd_range %nd] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Components of an nd_range may change after its construction.
llvm.func @nd_range_of_reused_ranges(%handler: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %l = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %nd = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%l, %b) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%nd, %r, %l) {type = !sycl.nd_range<[1]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (64) in groups of (8){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k7[nd_range %nd] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @copies(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %g = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %g2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %l = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %nd = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %nd2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%g, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%g2, %g) {type = !sycl.range<[1]>} : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%l, %b) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%nd, %g2, %l) {type = !sycl.nd_range<[1]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%nd2, %nd) {type = !sycl.nd_range<[1]>} : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over (64) in groups of (8){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k8[nd_range %nd2] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// An unknown range has no offset.
llvm.func @argument(%handler: !llvm.ptr, %r: !llvm.ptr, %nd: !llvm.ptr) {
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k9[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over ? in groups of ? from ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k10[nd_range %nd] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @never_made(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k11[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The second launch is over another range than the first one.
llvm.func @made_again(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(65 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k12[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %b) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (65){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k13[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The handler got the value before the object changed.
llvm.func @told_before(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(65 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.handler.set_nd_range %handler -> range %r : (!llvm.ptr, !llvm.ptr)
  sycl.host.constructor(%r, %b) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k14[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @branches(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(65 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.cond_br %c, ^yes, ^no
^yes:
  sycl.host.constructor(%r, %a, %b) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  llvm.br ^join
^no:
  sycl.host.constructor(%r, %a, %a) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  llvm.br ^join
^join:
  // expected-remark-re@+1 {{runs over (64, ?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k15[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// On one path it is not constructed.
llvm.func @one_branch(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.cond_br %c, ^yes, ^join
^yes:
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.br ^join
^join:
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k16[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The object in a loop may have the value from before the loop, or that of an iteration.
llvm.func @loop(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.mlir.constant(32 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a, %a) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  llvm.br ^body
^body:
  // expected-remark-re@+1 {{runs over (64, ?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k17[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %a, %b) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  llvm.cond_br %c, ^body, ^end
^end:
  llvm.return
}

// A number that changes between iterations.
llvm.func @counting(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(1 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.br ^body(%a : i64)
^body(%n: i64):
  sycl.host.constructor(%r, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k18[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  %next = llvm.add %n, %a : i64
  llvm.cond_br %c, ^body(%next : i64), ^end
^end:
  llvm.return
}

// A loop-carried number that does not change.
llvm.func @circling(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(1 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.br ^body(%a : i64)
^body(%n: i64):
  sycl.host.constructor(%r, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (1){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k19[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %c, ^body(%n : i64), ^end
^end:
  llvm.return
}

llvm.func @arithmetic(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(10 : i64) : i64
  %b = llvm.mlir.constant(-3 : i64) : i64
  %t = llvm.mlir.constant(300 : i16) : i16
  %0 = llvm.add %a, %b : i64
  %1 = llvm.mul %0, %0 : i64
  %2 = llvm.trunc %t : i16 to i8
  %3 = llvm.zext %2 : i8 to i64
  %4 = llvm.icmp "slt" %b, %a : i64
  %5 = llvm.select %4, %3, %1 : i1, i64
  %6 = llvm.select %c, %5, %3 : i1, i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %7 = llvm.udiv %a, %zero : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %1, %6, %7) {type = !sycl.range<[3]>} : (!llvm.ptr, i64, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (49, 44, ?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k20[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Values of constant variables are known, those of others are not.
llvm.func @global_variables(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %place = llvm.getelementptr %table[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i64>
  %variable = llvm.mlir.addressof @variable : !llvm.ptr
  %replaceable = llvm.mlir.addressof @replaceable : !llvm.ptr
  %0 = llvm.load %place : !llvm.ptr -> i64
  %1 = llvm.load %variable : !llvm.ptr -> i64
  %2 = llvm.load %replaceable : !llvm.ptr -> i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %0, %1, %2) {type = !sycl.range<[3]>} : (!llvm.ptr, i64, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (3, ?, ?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k21[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A call that gets the range's address may change it.
llvm.func @given_away(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k22[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%r) : (!llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k23[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// So may any call after it.
llvm.func @known_to_others(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.call @unknown(%r) : (!llvm.ptr) -> ()
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k24[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @anything() : () -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k25[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// But not one before it.
llvm.func @not_yet_known_to_others(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.call @anything() : () -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k26[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%r) : (!llvm.ptr) -> ()
  llvm.return
}

// In a loop, later calls are also earlier ones.
llvm.func @known_to_others_in_a_loop(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.br ^body
^body:
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k27[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%r) : (!llvm.ptr) -> ()
  llvm.cond_br %c, ^body, ^end
^end:
  llvm.return
}

// A call that only reads changes nothing.
llvm.func @read(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.call @reads(%r) : (!llvm.ptr) -> ()
  llvm.call @anything() : () -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k28[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Its address is stored in memory.
llvm.func @stored(%handler: !llvm.ptr, %p: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.store %n, %p : i64, !llvm.ptr
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k29[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.store %r, %p : !llvm.ptr, !llvm.ptr
  %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
  llvm.store %n, %q : i64, !llvm.ptr
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k30[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @written(%handler: !llvm.ptr, %n: i64, %other: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %t = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%s, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%t, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  %inside = llvm.getelementptr %r[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %one, %inside : i32, !llvm.ptr
  llvm.store %n, %other : i64, !llvm.ptr
  "llvm.intr.memcpy"(%t, %other, %a) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k31[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k32[range %s] : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k33[range %t] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Reused storage has no value.
llvm.func @lifetimes(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  llvm.intr.lifetime.end %r : !llvm.ptr
  llvm.intr.lifetime.start %r : !llvm.ptr
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k34[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// One of two variables, and it is unknown which.
llvm.func @one_of_two(%handler: !llvm.ptr, %c: i1, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(64 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%s, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  %p = llvm.select %c, %r, %s : i1, !llvm.ptr
  // expected-remark-re@+1 {{runs over (64){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k35[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.store %n, %p : i64, !llvm.ptr
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k36[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// An object of another class is not a range.
llvm.func @no_range(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k37[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Ranges in memory that a buffer uses are those of kernels.
llvm.func @ranges_in_a_buffer(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(1 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %p = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%s, %a) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%b, %r, %s, %p) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @anything() : () -> ()
  // expected-remark-re@+1 {{runs over ?{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k38[range %r] : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs over (1){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k39[range %s] : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

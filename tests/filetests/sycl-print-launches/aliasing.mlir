//! args = "--sycl-print-launches --verify-diagnostics"

// Accessors without common elements.

llvm.mlir.global internal @one() : !llvm.array<16 x i8>
llvm.mlir.global internal @two() : !llvm.array<16 x i8>
llvm.func @anything()
llvm.func @unknown(!llvm.ptr)

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
}

// Buffers do not share memory.
llvm.func @two_buffers(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k1(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @one_buffer(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k2(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @a_copy(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %buf) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k3(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @a_copy_of_something(%handler: !llvm.ptr, %data: !llvm.ptr, %other: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %other) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k4(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @ranges_apart(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c0) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) of (100); #1: accessor of (10) from (10) of (100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k5(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @ranges_overlap(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c0) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (20) of (100); #1: accessor of (20) from (10) of (100); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k6(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @ranges_equal(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (20) from (10) of (100); #1: accessor of (20) from (10) of (100); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k7(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @ranges_unknown(%handler: !llvm.ptr, %data: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %n) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c0) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (100); #1: accessor of (20) from (10) of (100); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k8(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// One dimension is enough.
llvm.func @two_dimensions(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100, %c100) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[2, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c100, %c10) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%o, %c0, %c10) {type = !sycl.id<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o) {type = !sycl.accessor<[2, !llvm.void, write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c100, %c10) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%o, %c0, %c20) {type = !sycl.id<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[2, !llvm.void, write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (100, 10) from (0, 10) of (100, 100); #1: accessor of (100, 10) from (0, 20) of (100, 100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k9(%acc: !sycl.accessor<[2, !llvm.void, write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>, %acc2: !sycl.accessor<[2, !llvm.void, write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @sub_buffers_apart(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c30) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c20) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub2, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %sub, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %sub2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (10); #1: accessor of all of (30); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k10(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @sub_buffers_overlap(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c30) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c20) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub2, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %sub, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %sub2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (20); #1: accessor of all of (30); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k11(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @sub_buffers_of_two_buffers(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub2, %buf2, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %sub, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %sub2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (20); #1: accessor of all of (20); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k12(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @a_sub_buffer_and_its_buffer(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c20) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %sub, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (20); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k13(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Ranges of sub-buffers are relative to them.
llvm.func @ranges_of_sub_buffers(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c30) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c20) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %sub, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c20) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %buf, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) from (20) of (30); #1: accessor of (10) from (20) of (100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k14(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Two unknown buffers may be the same.
llvm.func @two_arguments(%handler: !llvm.ptr, %data: !llvm.ptr, %a: !llvm.ptr, %b: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %b, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k15(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// An unknown buffer is the same as itself.
llvm.func @one_argument(%handler: !llvm.ptr, %data: !llvm.ptr, %a: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k16(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c0) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %a, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c10) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc2, %a, %handler, %s, %o) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) of (?); #1: accessor of (10) from (10) of (?); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k17(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// After a call it may be another one.
llvm.func @one_argument_assigned(%handler: !llvm.ptr, %data: !llvm.ptr, %a: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @anything() : () -> ()
  sycl.host.constructor(%acc2, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k18(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Members of an object are identified by their offset.
llvm.func @members(%handler: !llvm.ptr, %data: !llvm.ptr, %this: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %m = llvm.getelementptr %this[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, array<16 x i8>)>
  %m2 = llvm.getelementptr %this[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %m3 = llvm.getelementptr %this[24] : (!llvm.ptr) -> !llvm.ptr, i8
  sycl.host.constructor(%acc, %m, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %m2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k19(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %m, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %m3, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k20(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @global_variables(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %0 = llvm.mlir.addressof @one : !llvm.ptr
  %1 = llvm.mlir.addressof @one : !llvm.ptr
  %2 = llvm.mlir.addressof @two : !llvm.ptr
  sycl.host.constructor(%acc, %0, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %1, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k21(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %0, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k22(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A buffer that was constructed here and an unknown one, which may be a copy of it.
llvm.func @own_and_argument(%handler: !llvm.ptr, %data: !llvm.ptr, %a: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %a, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k23(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The accessor of the previous iteration is for the buffer of the previous iteration.
llvm.func @loop(%handler: !llvm.ptr, %data: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^body
^body:
  sycl.host.constructor(%acc2, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k24(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %c, ^body, ^end
^end:
  llvm.return
}

// On all paths it differs from the other one.
llvm.func @branches(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %c30 = llvm.mlir.constant(30 : i64) : i64
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %c, ^yes, ^no
^yes:
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^no:
  sycl.host.constructor(%r, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^join:
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of (?) of (?); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k25(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// On one path it is the same.
llvm.func @one_branch(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %c, ^yes, ^no
^yes:
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^no:
  sycl.host.constructor(%acc2, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^join:
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k26(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @given_away(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%buf2) : (!llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of (?) of (?); #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k27(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @no_dimensions(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf, %handler) {type = !sycl.accessor<[0, !llvm.void, read_write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of one element; #0 and #1 may overlap{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k28(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[0, !llvm.void, read_write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Local memory does not alias.
llvm.func @local(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %l = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %l2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%l, %r, %handler) {type = !sycl.local_accessor<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%l2, %r, %handler) {type = !sycl.local_accessor<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: local accessor of (100); #2: local accessor of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k29(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %l: !sycl.local_accessor<[1, !llvm.void]>, %l2: !sycl.local_accessor<[1, !llvm.void]>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @three(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %buf2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc2 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %acc3 = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc3, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #2: accessor of all of (100); #0 and #1 are disjoint; #0 and #2 are the same; #1 and #2 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k30(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc3: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

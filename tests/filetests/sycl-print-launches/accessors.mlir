//! args = "--sycl-print-launches --verify-diagnostics"

// The ranges of accessors.

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
}

llvm.func @whole(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k1(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @read_only(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %props) {type = !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100), read only{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k2(%acc: !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @of_a_buffer_without_memory(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k3(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @with_range(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k4(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @with_range_and_offset(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c5) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s, %o, %props) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) from (5) of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k5(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>, !sycl.id<[1]>)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A placeholder has no handler yet.
llvm.func @placeholder(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %s, %props) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (10) of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k6(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @of_a_sub_buffer(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %o = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %sub = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%o, %c5) {type = !sycl.id<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%sub, %buf, %o, %s) {type = !sycl.buffer<[1, !llvm.void, true]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %sub, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (10){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k7(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @three_dimensions(%handler: !llvm.ptr, %data: !llvm.ptr, %n: i64) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a, %n, %b) {type = !sycl.range<[3]>} : (!llvm.ptr, i64, i64, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[3, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[3, !llvm.void, read_write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (4, ?, 8) of (4, ?, 8){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k8(%acc: !sycl.accessor<[3, !llvm.void, read_write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @no_dimensions(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[0, !llvm.void, read_write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of one element{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k9(%acc: !sycl.accessor<[0, !llvm.void, read_write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @local(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.mlir.constant(8 : i64) : i64
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %l = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %a, %b) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  sycl.host.constructor(%l, %r, %handler) {type = !sycl.local_accessor<[2, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: local accessor of (4, 8){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k10(%l: !sycl.local_accessor<[2, !llvm.void]>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The accessor of an unknown buffer accesses all of it, of unknown size.
llvm.func @of_an_unknown_buffer(%handler: !llvm.ptr, %data: !llvm.ptr, %unknown: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%acc, %unknown, %handler) {type = !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?), read only{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k11(%acc: !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// An unknown accessor is described by its type.
llvm.func @unknown_accessor(%handler: !llvm.ptr, %data: !llvm.ptr, %unknown: !llvm.ptr) {
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) from (?) of (?), read only{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k12(%unknown: !sycl.accessor<[1, !llvm.void, read, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The size of a buffer is the value of the range when the buffer was constructed.
llvm.func @range_made_again(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k13(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @copy_of_a_buffer(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %copy = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%copy, %buf) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %copy, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k14(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A copy of an accessor may have a range and an offset.
llvm.func @copy_of_an_accessor(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %copy = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%copy, %acc) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) from (?) of (?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k15(%copy: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A call may replace a buffer whose address it gets.
llvm.func @assigned(%handler: !llvm.ptr, %data: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%buf) : (!llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k16(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Two constructors on two paths.
llvm.func @branches(%handler: !llvm.ptr, %data: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.cond_br %c, ^yes, ^no
^yes:
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^no:
  sycl.host.constructor(%acc, %buf, %handler, %s) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^join
^join:
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k17(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// The capture is the accessor's value at that time.
llvm.func @captured_before(%handler: !llvm.ptr, %data: !llvm.ptr, %lambda: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %c10 = llvm.mlir.constant(10 : i64) : i64
  %s = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%s, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.set_captured %lambda[0] = %acc : !llvm.ptr, !llvm.ptr (!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>)
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k18(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler, %s) {type = !sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of (?) from (?) of (?){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k19(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// A loop constructs buffer and accessor in each iteration.
llvm.func @loop(%handler: !llvm.ptr, %data: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %buf = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %props = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  %acc = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  llvm.br ^body
^body:
  sycl.host.constructor(%r, %c100) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf, %data, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100){{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k20(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @unknown(%buf) : (!llvm.ptr) -> ()
  llvm.cond_br %c, ^body, ^end
^end:
  llvm.return
}

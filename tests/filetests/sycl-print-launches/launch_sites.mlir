//! args = "--split-input-file --sycl-print-launches --verify-diagnostics"

// The common facts of several launches of one kernel.

gpu.module @kernels {
  // expected-remark-re@+1 {{2 launches, 1 of them different: runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  // expected-remark-re@+1 {{3 launches, 2 of them different: runs over (?, ?); #0: bytes 01 00 00 00{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(32 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (32, 32); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @third(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  // expected-remark-re@+1 {{2 launches, 2 of them different: runs over (64, 64); #0: anything{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(2 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 02 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  // expected-remark-re@+1 {{2 launches, 2 of them different: runs over different kinds of spaces; #0: bytes 01 00 00 00{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(64 : i64) : i64
  %x = llvm.mlir.constant(1 : i32) : i32
  %r = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
  sycl.host.constructor(%r, %n, %n) {type = !sycl.range<[2]>} : (!llvm.ptr, i64, i64) -> ()
  // expected-remark-re@+1 {{runs over (64, 64); #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k[range %r](%x) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr) {
  %x = llvm.mlir.constant(1 : i32) : i32
  // expected-remark-re@+1 {{runs once; #0: bytes 01 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k(%x) : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  // expected-remark-re@+1 {{2 launches, 2 of them different: runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 may overlap{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %other: !llvm.ptr) {
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
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %other: !llvm.ptr) {
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
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are the same{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  // expected-remark-re@+1 {{2 launches, 2 of them different: runs once; #0: accessor of all of (100); #1: accessor of (?) of (?); #0 and #1 are disjoint{{$}}}}
  gpu.func @k() kernel { gpu.return }
}

llvm.func @first(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %other: !llvm.ptr) {
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
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (100); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @second(%handler: !llvm.ptr, %data: !llvm.ptr, %data2: !llvm.ptr, %other: !llvm.ptr) {
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
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%r, %c10) {type = !sycl.range<[1]>} : (!llvm.ptr, i64) -> ()
  sycl.host.constructor(%buf2, %data2, %r, %props) {type = !sycl.buffer<[1, !llvm.void]>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc, %buf, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  sycl.host.constructor(%acc2, %buf2, %handler) {type = !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>} : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: accessor of all of (100); #1: accessor of all of (10); #0 and #1 are disjoint{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k(%acc: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>, %acc2: !sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

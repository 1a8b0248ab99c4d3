//! args = "--sycl-print-launches --verify-diagnostics"

// Captured values.

llvm.mlir.global private constant @numbers(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global private constant @eight("8 bytes!") : !llvm.array<8 x i8>
llvm.mlir.global private constant @text("abc") : !llvm.array<3 x i8>
llvm.mlir.global private constant @zeros(dense<0> : tensor<4xi8>) : !llvm.array<4 x i8>
llvm.mlir.global private @variable(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global private constant @object() : !llvm.struct<(i8, array<2 x i16>, f32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i8, array<2 x i16>, f32)>
  %1 = llvm.mlir.constant(7 : i8) : i8
  %2 = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi16>) : !llvm.array<2 x i16>
  %3 = llvm.mlir.constant(1.0 : f32) : f32
  %4 = llvm.mlir.constant(258 : i16) : i16
  %5 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i8, array<2 x i16>, f32)>
  %6 = llvm.insertvalue %2, %5[1] : !llvm.struct<(i8, array<2 x i16>, f32)>
  %7 = llvm.insertvalue %3, %6[2] : !llvm.struct<(i8, array<2 x i16>, f32)>
  %8 = llvm.insertvalue %4, %7[1, 1] : !llvm.struct<(i8, array<2 x i16>, f32)>
  llvm.return %8 : !llvm.struct<(i8, array<2 x i16>, f32)>
}
llvm.mlir.global private constant @address() : !llvm.ptr {
  %0 = llvm.mlir.addressof @numbers : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

gpu.module @kernels {
  gpu.func @k1() kernel { gpu.return }
  gpu.func @k2() kernel attributes {sycl.captures = [{name = "m0", offset = 0 : i64, size = 12 : i64}, {name = "m1", offset = 0 : i64, size = 3 : i64}, {name = "m2", offset = 0 : i64, size = 4 : i64}, {name = "m3", offset = 0 : i64, size = 12 : i64}]} { gpu.return }
  gpu.func @k3() kernel attributes {sycl.captures = [{name = "m0", offset = 0 : i64, size = 8 : i64}, {name = "m1", offset = 0 : i64, size = 8 : i64}, {name = "m2", offset = 0 : i64, size = 5 : i64}, {name = "m3", offset = 0 : i64, size = 16 : i64}]} { gpu.return }
  gpu.func @k4() kernel { gpu.return }
  gpu.func @k5() kernel attributes {sycl.captures = [{name = "m0", offset = 0 : i64, size = 12 : i64}, {name = "m1", offset = 0 : i64, size = 8 : i64}, {name = "m2", offset = 0 : i64, size = 16 : i64}]} { gpu.return }
  gpu.func @k6() kernel attributes {sycl.captures = [{name = "m0", offset = 0 : i64, size = 4 : i64}, {name = "m1", offset = 0 : i64, size = 4 : i64}]} { gpu.return }
}

llvm.func @scalars(%handler: !llvm.ptr, %x: i32) {
  %0 = llvm.mlir.constant(-2 : i32) : i32
  %1 = llvm.mlir.constant(1.5 : f32) : f32
  %2 = llvm.mlir.constant(0.1 : f64) : f64
  %3 = llvm.mlir.constant(true) : i1
  %4 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf16>) : vector<2xf16>
  %5 = llvm.mlir.constant(dense<3> : vector<2xi16>) : vector<2xi16>
  %6 = llvm.mlir.zero : !llvm.ptr
  // expected-remark-re@+1 {{runs once; #0: bytes fe ff ff ff; #1: bytes 00 00 c0 3f; #2: bytes 9a 99 99 99 99 99 b9 3f; #3: bytes 01; #4: bytes 00 3c 00 40; #5: bytes 03 00 03 00; #6: bytes 00 00 00 00 00 00 00 00; #7: anything{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k1(%0, %1, %2, %3, %4, %5, %6, %x) : (!llvm.ptr, i32, f32, f64, i1, vector<2xf16>, vector<2xi16>, !llvm.ptr, i32) -> ()
  llvm.return
}

// The address of a constant stands for its contents, if the member has its size.
llvm.func @constants(%handler: !llvm.ptr) {
  %numbers = llvm.mlir.addressof @numbers : !llvm.ptr
  %text = llvm.mlir.addressof @text : !llvm.ptr
  %zeros = llvm.mlir.addressof @zeros : !llvm.ptr
  %object = llvm.mlir.addressof @object : !llvm.ptr
  // expected-remark-re@+1 {{runs once; #0: bytes 01 00 00 00 02 00 00 00 03 00 00 00; #1: bytes 61 62 63; #2: bytes 00 00 00 00; #3: bytes 07 00 01 00 02 01 00 00 00 00 80 3f{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k2(%numbers, %text, %zeros, %object) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// It is a pointer if the member may be one.
llvm.func @pointers(%handler: !llvm.ptr) {
  %eight = llvm.mlir.addressof @eight : !llvm.ptr
  %numbers = llvm.mlir.addressof @numbers : !llvm.ptr
  %text = llvm.mlir.addressof @text : !llvm.ptr
  %address = llvm.mlir.addressof @address : !llvm.ptr
  // expected-remark-re@+1 {{runs once; #0: anything; #1: anything; #2: anything; #3: anything{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k3(%eight, %numbers, %text, %address) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // expected-remark-re@+1 {{runs once; #0: anything{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k4(%numbers) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// Variables, numbers of another size than the member, and objects of other classes are unknown.
llvm.func @unknown(%handler: !llvm.ptr, %s: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %variable = llvm.mlir.addressof @variable : !llvm.ptr
  // expected-remark-re@+1 {{runs once; #0: anything; #1: anything; #2: anything{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k5(%variable, %one, %s: !sycl.stream) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// A value that a loop changes is not constant; equal values on two paths are.
llvm.func @control_flow(%handler: !llvm.ptr, %c: i1) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mlir.constant(2 : i32) : i32
  llvm.cond_br %c, ^a(%one, %2 : i32, i32), ^a(%2, %2 : i32, i32)
^a(%x: i32, %y: i32):
  // expected-remark-re@+1 {{runs once; #0: anything; #1: bytes 02 00 00 00{{$}}}}
  sycl.host.schedule_kernel %handler -> @kernels::@k6(%x, %y) : (!llvm.ptr, i32, i32) -> ()
  %next = llvm.add %x, %one : i32
  llvm.cond_br %c, ^a(%next, %y : i32, i32), ^b
^b:
  llvm.return
}

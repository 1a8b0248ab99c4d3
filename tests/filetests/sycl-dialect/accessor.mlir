//! round_trip = true

// Every method op of `accessor` in every form.

// CHECK-LABEL: func.func @subscript_1(
// CHECK: = sycl.accessor.subscript(%arg0, %arg2) : (!sycl_accessor_1_f32_rw_dev, !sycl_id_1_) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg2) : (!sycl_accessor_1_f32_rw_dev, !sycl_id_1_) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg3) : (!sycl_accessor_1_f32_rw_dev, i64) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) : (!sycl_accessor_1_f32_rw_dev, index) -> memref<?xf32>
// CHECK: = sycl.accessor.subscript(%arg0, %arg3) : (!sycl_accessor_1_f32_rw_dev, i64) -> !sycl_atomic_f32_glo
// CHECK: = sycl.accessor.subscript(%arg0, %arg2) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_1_}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev, !sycl_id_1_) -> !llvm.ptr<1>
func.func @subscript_1(%0: !sycl.accessor<[1, f32, read_write, device]>, %2: index, %3: !sycl.id<[1]>, %4: i64) {
  %r0 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[1, f32, read_write, device]>, !sycl.id<[1]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[1, f32, read_write, device]>, !sycl.id<[1]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.subscript(%0, %4) : (!sycl.accessor<[1, f32, read_write, device]>, i64) -> !llvm.ptr<1>
  %r3 = sycl.accessor.subscript(%0, %2) : (!sycl.accessor<[1, f32, read_write, device]>, index) -> memref<?xf32>
  %r4 = sycl.accessor.subscript(%0, %4) : (!sycl.accessor<[1, f32, read_write, device]>, i64) -> !sycl.atomic<[f32, global]>
  %r5 = sycl.accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[1]>}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>, !sycl.id<[1]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @subscript_2(
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) : (!sycl_accessor_2_f32_rw_dev, !sycl_id_2_) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) : (!sycl_accessor_2_f32_rw_dev, !sycl_id_2_) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg2) : (!sycl_accessor_2_f32_rw_dev, i64) -> !sycl_accessor_subscript_1_
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_2_}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev, !sycl_id_2_) -> !llvm.ptr<1>
func.func @subscript_2(%0: !sycl.accessor<[2, f32, read_write, device]>, %3: !sycl.id<[2]>, %4: i64) {
  %r0 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[2, f32, read_write, device]>, !sycl.id<[2]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[2, f32, read_write, device]>, !sycl.id<[2]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.subscript(%0, %4) : (!sycl.accessor<[2, f32, read_write, device]>, i64) -> !sycl.accessor_subscript<[1]>
  %r3 = sycl.accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[2]>}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>, !sycl.id<[2]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @subscript_3(
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) : (!sycl_accessor_3_f32_rw_dev, !sycl_id_3_) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) : (!sycl_accessor_3_f32_rw_dev, !sycl_id_3_) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.subscript(%arg0, %arg2) : (!sycl_accessor_3_f32_rw_dev, i64) -> !sycl_accessor_subscript_2_
// CHECK: = sycl.accessor.subscript(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_3_}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev, !sycl_id_3_) -> !llvm.ptr<1>
func.func @subscript_3(%0: !sycl.accessor<[3, f32, read_write, device]>, %3: !sycl.id<[3]>, %4: i64) {
  %r0 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[3, f32, read_write, device]>, !sycl.id<[3]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.subscript(%0, %3) : (!sycl.accessor<[3, f32, read_write, device]>, !sycl.id<[3]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.subscript(%0, %4) : (!sycl.accessor<[3, f32, read_write, device]>, i64) -> !sycl.accessor_subscript<[2]>
  %r3 = sycl.accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[3]>}, FunctionName = @"operator[]", TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>, !sycl.id<[3]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_1(
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> !llvm.ptr<1>
func.func @get_pointer_1(%0: !sycl.accessor<[1, f32, read_write, device]>) {
  %r0 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> !llvm.ptr<1>
  %r4 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_2(
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> !llvm.ptr<1>
func.func @get_pointer_2(%0: !sycl.accessor<[2, f32, read_write, device]>) {
  %r0 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> !llvm.ptr<1>
  %r4 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_3(
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> memref<?xf32, 1>
// CHECK: = sycl.accessor.get_pointer(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> !llvm.ptr<1>
// CHECK: = sycl.accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> !llvm.ptr<1>
func.func @get_pointer_3(%0: !sycl.accessor<[3, f32, read_write, device]>) {
  %r0 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> !llvm.ptr<1>
  %r1 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> memref<?xf32, 1>
  %r2 = sycl.accessor.get_pointer(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> !llvm.ptr<1>
  %r4 = sycl.accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_range_1(
// CHECK: = sycl.accessor.get_range(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> !sycl_range_1_
// CHECK: = sycl.accessor.get_range(%arg0, %arg1) : (!sycl_accessor_1_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_range(%arg0, %arg2) : (!sycl_accessor_1_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> !sycl_range_1_
func.func @get_range_1(%0: !sycl.accessor<[1, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_range(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> !sycl.range<[1]>
  %r1 = sycl.accessor.get_range(%0, %1) : (!sycl.accessor<[1, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_range(%0, %2) : (!sycl.accessor<[1, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_range_2(
// CHECK: = sycl.accessor.get_range(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> !sycl_range_2_
// CHECK: = sycl.accessor.get_range(%arg0, %arg1) : (!sycl_accessor_2_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_range(%arg0, %arg2) : (!sycl_accessor_2_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> !sycl_range_2_
func.func @get_range_2(%0: !sycl.accessor<[2, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_range(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> !sycl.range<[2]>
  %r1 = sycl.accessor.get_range(%0, %1) : (!sycl.accessor<[2, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_range(%0, %2) : (!sycl.accessor<[2, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_range_3(
// CHECK: = sycl.accessor.get_range(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> !sycl_range_3_
// CHECK: = sycl.accessor.get_range(%arg0, %arg1) : (!sycl_accessor_3_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_range(%arg0, %arg2) : (!sycl_accessor_3_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> !sycl_range_3_
func.func @get_range_3(%0: !sycl.accessor<[3, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_range(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> !sycl.range<[3]>
  %r1 = sycl.accessor.get_range(%0, %1) : (!sycl.accessor<[3, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_range(%0, %2) : (!sycl.accessor<[3, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_offset_1(
// CHECK: = sycl.accessor.get_offset(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> !sycl_id_1_
// CHECK: = sycl.accessor.get_offset(%arg0, %arg1) : (!sycl_accessor_1_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_offset(%arg0, %arg2) : (!sycl_accessor_1_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> !sycl_id_1_
func.func @get_offset_1(%0: !sycl.accessor<[1, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_offset(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> !sycl.id<[1]>
  %r1 = sycl.accessor.get_offset(%0, %1) : (!sycl.accessor<[1, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_offset(%0, %2) : (!sycl.accessor<[1, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_offset_2(
// CHECK: = sycl.accessor.get_offset(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> !sycl_id_2_
// CHECK: = sycl.accessor.get_offset(%arg0, %arg1) : (!sycl_accessor_2_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_offset(%arg0, %arg2) : (!sycl_accessor_2_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> !sycl_id_2_
func.func @get_offset_2(%0: !sycl.accessor<[2, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_offset(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> !sycl.id<[2]>
  %r1 = sycl.accessor.get_offset(%0, %1) : (!sycl.accessor<[2, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_offset(%0, %2) : (!sycl.accessor<[2, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_offset_3(
// CHECK: = sycl.accessor.get_offset(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> !sycl_id_3_
// CHECK: = sycl.accessor.get_offset(%arg0, %arg1) : (!sycl_accessor_3_f32_rw_dev, i32) -> i64
// CHECK: = sycl.accessor.get_offset(%arg0, %arg2) : (!sycl_accessor_3_f32_rw_dev, index) -> index
// CHECK: = sycl.accessor.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> !sycl_id_3_
func.func @get_offset_3(%0: !sycl.accessor<[3, f32, read_write, device]>, %1: i32, %2: index) {
  %r0 = sycl.accessor.get_offset(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> !sycl.id<[3]>
  %r1 = sycl.accessor.get_offset(%0, %1) : (!sycl.accessor<[3, f32, read_write, device]>, i32) -> i64
  %r2 = sycl.accessor.get_offset(%0, %2) : (!sycl.accessor<[3, f32, read_write, device]>, index) -> index
  %r3 = sycl.accessor.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @size_1(
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_1_f32_rw_dev) -> index
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl_accessor_1_f32_rw_dev) -> i64
func.func @size_1(%0: !sycl.accessor<[1, f32, read_write, device]>) {
  %r0 = sycl.accessor.size(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> i64
  %r1 = sycl.accessor.size(%0) : (!sycl.accessor<[1, f32, read_write, device]>) -> index
  %r2 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> i64
  %r3 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl.accessor<[1, f32, read_write, device]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_2(
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_2_f32_rw_dev) -> index
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl_accessor_2_f32_rw_dev) -> i64
func.func @size_2(%0: !sycl.accessor<[2, f32, read_write, device]>) {
  %r0 = sycl.accessor.size(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> i64
  %r1 = sycl.accessor.size(%0) : (!sycl.accessor<[2, f32, read_write, device]>) -> index
  %r2 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> i64
  %r3 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl.accessor<[2, f32, read_write, device]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_3(
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) : (!sycl_accessor_3_f32_rw_dev) -> index
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> i64
// CHECK: = sycl.accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl_accessor_3_f32_rw_dev) -> i64
func.func @size_3(%0: !sycl.accessor<[3, f32, read_write, device]>) {
  %r0 = sycl.accessor.size(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> i64
  %r1 = sycl.accessor.size(%0) : (!sycl.accessor<[3, f32, read_write, device]>) -> index
  %r2 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> i64
  %r3 = sycl.accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @accessor} : (!sycl.accessor<[3, f32, read_write, device]>) -> i64
  return
}

//! round_trip = true

// Every method op of `local_accessor` in every form.

// CHECK-LABEL: func.func @subscript_1(
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg2) : (!sycl_local_accessor_1_f32, !sycl_id_1_) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg2) : (!sycl_local_accessor_1_f32, !sycl_id_1_) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg3) : (!sycl_local_accessor_1_f32, i64) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) : (!sycl_local_accessor_1_f32, index) -> memref<?xf32>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg3) : (!sycl_local_accessor_1_f32, i64) -> !sycl_atomic_f32_glo
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg2) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_1_}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl_local_accessor_1_f32, !sycl_id_1_) -> !llvm.ptr<1>
func.func @subscript_1(%0: !sycl.local_accessor<[1, f32]>, %2: index, %3: !sycl.id<[1]>, %4: i64) {
  %r0 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[1, f32]>, !sycl.id<[1]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[1, f32]>, !sycl.id<[1]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.subscript(%0, %4) : (!sycl.local_accessor<[1, f32]>, i64) -> !llvm.ptr<1>
  %r3 = sycl.local_accessor.subscript(%0, %2) : (!sycl.local_accessor<[1, f32]>, index) -> memref<?xf32>
  %r4 = sycl.local_accessor.subscript(%0, %4) : (!sycl.local_accessor<[1, f32]>, i64) -> !sycl.atomic<[f32, global]>
  %r5 = sycl.local_accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[1]>}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>, !sycl.id<[1]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @subscript_2(
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) : (!sycl_local_accessor_2_f32, !sycl_id_2_) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) : (!sycl_local_accessor_2_f32, !sycl_id_2_) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg2) : (!sycl_local_accessor_2_f32, i64) -> !sycl_accessor_subscript_1_
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_2_}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl_local_accessor_2_f32, !sycl_id_2_) -> !llvm.ptr<1>
func.func @subscript_2(%0: !sycl.local_accessor<[2, f32]>, %3: !sycl.id<[2]>, %4: i64) {
  %r0 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[2, f32]>, !sycl.id<[2]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[2, f32]>, !sycl.id<[2]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.subscript(%0, %4) : (!sycl.local_accessor<[2, f32]>, i64) -> !sycl.accessor_subscript<[1]>
  %r3 = sycl.local_accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[2]>}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>, !sycl.id<[2]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @subscript_3(
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) : (!sycl_local_accessor_3_f32, !sycl_id_3_) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) : (!sycl_local_accessor_3_f32, !sycl_id_3_) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg2) : (!sycl_local_accessor_3_f32, i64) -> !sycl_accessor_subscript_2_
// CHECK: = sycl.local_accessor.subscript(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, !sycl_id_3_}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl_local_accessor_3_f32, !sycl_id_3_) -> !llvm.ptr<1>
func.func @subscript_3(%0: !sycl.local_accessor<[3, f32]>, %3: !sycl.id<[3]>, %4: i64) {
  %r0 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[3, f32]>, !sycl.id<[3]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.subscript(%0, %3) : (!sycl.local_accessor<[3, f32]>, !sycl.id<[3]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.subscript(%0, %4) : (!sycl.local_accessor<[3, f32]>, i64) -> !sycl.accessor_subscript<[2]>
  %r3 = sycl.local_accessor.subscript(%0, %3) {FunctionArgTypes = {!llvm.ptr<4>, !sycl.id<[3]>}, FunctionName = @"operator[]", TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>, !sycl.id<[3]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_1(
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_1_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_1_f32) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_1_f32) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl_local_accessor_1_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl_local_accessor_1_f32) -> !llvm.ptr<1>
func.func @get_pointer_1(%0: !sycl.local_accessor<[1, f32]>) {
  %r0 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[1, f32]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[1, f32]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[1, f32]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>) -> !llvm.ptr<1>
  %r4 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_2(
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_2_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_2_f32) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_2_f32) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl_local_accessor_2_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl_local_accessor_2_f32) -> !llvm.ptr<1>
func.func @get_pointer_2(%0: !sycl.local_accessor<[2, f32]>) {
  %r0 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[2, f32]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[2, f32]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[2, f32]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>) -> !llvm.ptr<1>
  %r4 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_pointer_3(
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_3_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_3_f32) -> memref<?xf32, 1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) : (!sycl_local_accessor_3_f32) -> !sycl_multi_ptr_f32_glo_no
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl_local_accessor_3_f32) -> !llvm.ptr<1>
// CHECK: = sycl.local_accessor.get_pointer(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl_local_accessor_3_f32) -> !llvm.ptr<1>
func.func @get_pointer_3(%0: !sycl.local_accessor<[3, f32]>) {
  %r0 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[3, f32]>) -> !llvm.ptr<1>
  %r1 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[3, f32]>) -> memref<?xf32, 1>
  %r2 = sycl.local_accessor.get_pointer(%0) : (!sycl.local_accessor<[3, f32]>) -> !sycl.multi_ptr<[f32, global, no]>
  %r3 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_pointer, TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>) -> !llvm.ptr<1>
  %r4 = sycl.local_accessor.get_pointer(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_multi_ptr, TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>) -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: func.func @get_range_1(
// CHECK: = sycl.local_accessor.get_range(%arg0) : (!sycl_local_accessor_1_f32) -> !sycl_range_1_
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg1) : (!sycl_local_accessor_1_f32, i32) -> i64
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg2) : (!sycl_local_accessor_1_f32, index) -> index
// CHECK: = sycl.local_accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl_local_accessor_1_f32) -> !sycl_range_1_
func.func @get_range_1(%0: !sycl.local_accessor<[1, f32]>, %1: i32, %2: index) {
  %r0 = sycl.local_accessor.get_range(%0) : (!sycl.local_accessor<[1, f32]>) -> !sycl.range<[1]>
  %r1 = sycl.local_accessor.get_range(%0, %1) : (!sycl.local_accessor<[1, f32]>, i32) -> i64
  %r2 = sycl.local_accessor.get_range(%0, %2) : (!sycl.local_accessor<[1, f32]>, index) -> index
  %r3 = sycl.local_accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_range_2(
// CHECK: = sycl.local_accessor.get_range(%arg0) : (!sycl_local_accessor_2_f32) -> !sycl_range_2_
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg1) : (!sycl_local_accessor_2_f32, i32) -> i64
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg2) : (!sycl_local_accessor_2_f32, index) -> index
// CHECK: = sycl.local_accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl_local_accessor_2_f32) -> !sycl_range_2_
func.func @get_range_2(%0: !sycl.local_accessor<[2, f32]>, %1: i32, %2: index) {
  %r0 = sycl.local_accessor.get_range(%0) : (!sycl.local_accessor<[2, f32]>) -> !sycl.range<[2]>
  %r1 = sycl.local_accessor.get_range(%0, %1) : (!sycl.local_accessor<[2, f32]>, i32) -> i64
  %r2 = sycl.local_accessor.get_range(%0, %2) : (!sycl.local_accessor<[2, f32]>, index) -> index
  %r3 = sycl.local_accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_range_3(
// CHECK: = sycl.local_accessor.get_range(%arg0) : (!sycl_local_accessor_3_f32) -> !sycl_range_3_
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg1) : (!sycl_local_accessor_3_f32, i32) -> i64
// CHECK: = sycl.local_accessor.get_range(%arg0, %arg2) : (!sycl_local_accessor_3_f32, index) -> index
// CHECK: = sycl.local_accessor.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl_local_accessor_3_f32) -> !sycl_range_3_
func.func @get_range_3(%0: !sycl.local_accessor<[3, f32]>, %1: i32, %2: index) {
  %r0 = sycl.local_accessor.get_range(%0) : (!sycl.local_accessor<[3, f32]>) -> !sycl.range<[3]>
  %r1 = sycl.local_accessor.get_range(%0, %1) : (!sycl.local_accessor<[3, f32]>, i32) -> i64
  %r2 = sycl.local_accessor.get_range(%0, %2) : (!sycl.local_accessor<[3, f32]>, index) -> index
  %r3 = sycl.local_accessor.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @size_1(
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_1_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_1_f32) -> index
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl_local_accessor_1_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl_local_accessor_1_f32) -> i64
func.func @size_1(%0: !sycl.local_accessor<[1, f32]>) {
  %r0 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[1, f32]>) -> i64
  %r1 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[1, f32]>) -> index
  %r2 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>) -> i64
  %r3 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl.local_accessor<[1, f32]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_2(
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_2_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_2_f32) -> index
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl_local_accessor_2_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl_local_accessor_2_f32) -> i64
func.func @size_2(%0: !sycl.local_accessor<[2, f32]>) {
  %r0 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[2, f32]>) -> i64
  %r1 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[2, f32]>) -> index
  %r2 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>) -> i64
  %r3 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl.local_accessor<[2, f32]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_3(
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_3_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) : (!sycl_local_accessor_3_f32) -> index
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl_local_accessor_3_f32) -> i64
// CHECK: = sycl.local_accessor.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl_local_accessor_3_f32) -> i64
func.func @size_3(%0: !sycl.local_accessor<[3, f32]>) {
  %r0 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[3, f32]>) -> i64
  %r1 = sycl.local_accessor.size(%0) : (!sycl.local_accessor<[3, f32]>) -> index
  %r2 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>) -> i64
  %r3 = sycl.local_accessor.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_count, TypeName = @local_accessor} : (!sycl.local_accessor<[3, f32]>) -> i64
  return
}

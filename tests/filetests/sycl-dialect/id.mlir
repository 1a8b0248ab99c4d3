//! round_trip = true

// Every method op of `id` in every form.

// CHECK-LABEL: func.func @get_1(
// CHECK: = sycl.id.get(%arg0, %arg1) : (!sycl_id_1_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg2) : (!sycl_id_1_, index) -> index
// CHECK: = sycl.id.get(%arg0) {FunctionName = @"operator size_t"} : (!sycl_id_1_) -> i64
// CHECK: = sycl.id.get(%arg0) : (!sycl_id_1_) -> !sycl_range_1_
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl_id_1_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl_id_1_, i32) -> i64
func.func @get_1(%0: !sycl.id<[1]>, %1: i32, %2: index) {
  %r0 = sycl.id.get(%0, %1) : (!sycl.id<[1]>, i32) -> i64
  %r1 = sycl.id.get(%0, %2) : (!sycl.id<[1]>, index) -> index
  %r2 = sycl.id.get(%0) {FunctionName = @"operator size_t"} : (!sycl.id<[1]>) -> i64
  %r3 = sycl.id.get(%0) : (!sycl.id<[1]>) -> !sycl.range<[1]>
  %r4 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl.id<[1]>, i32) -> i64
  %r5 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl.id<[1]>, i32) -> i64
  return
}

// CHECK-LABEL: func.func @get_2(
// CHECK: = sycl.id.get(%arg0, %arg1) : (!sycl_id_2_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg2) : (!sycl_id_2_, index) -> index
// CHECK: = sycl.id.get(%arg0) : (!sycl_id_2_) -> !sycl_range_2_
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl_id_2_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl_id_2_, i32) -> i64
func.func @get_2(%0: !sycl.id<[2]>, %1: i32, %2: index) {
  %r0 = sycl.id.get(%0, %1) : (!sycl.id<[2]>, i32) -> i64
  %r1 = sycl.id.get(%0, %2) : (!sycl.id<[2]>, index) -> index
  %r2 = sycl.id.get(%0) : (!sycl.id<[2]>) -> !sycl.range<[2]>
  %r3 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl.id<[2]>, i32) -> i64
  %r4 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl.id<[2]>, i32) -> i64
  return
}

// CHECK-LABEL: func.func @get_3(
// CHECK: = sycl.id.get(%arg0, %arg1) : (!sycl_id_3_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg2) : (!sycl_id_3_, index) -> index
// CHECK: = sycl.id.get(%arg0) : (!sycl_id_3_) -> !sycl_range_3_
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl_id_3_, i32) -> i64
// CHECK: = sycl.id.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl_id_3_, i32) -> i64
func.func @get_3(%0: !sycl.id<[3]>, %1: i32, %2: index) {
  %r0 = sycl.id.get(%0, %1) : (!sycl.id<[3]>, i32) -> i64
  %r1 = sycl.id.get(%0, %2) : (!sycl.id<[3]>, index) -> index
  %r2 = sycl.id.get(%0) : (!sycl.id<[3]>) -> !sycl.range<[3]>
  %r3 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl.id<[3]>, i32) -> i64
  %r4 = sycl.id.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @id} : (!sycl.id<[3]>, i32) -> i64
  return
}

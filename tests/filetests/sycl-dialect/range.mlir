//! round_trip = true

// Every method op of `range` in every form.

// CHECK-LABEL: func.func @get_1(
// CHECK: = sycl.range.get(%arg0, %arg1) : (!sycl_range_1_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg2) : (!sycl_range_1_, index) -> index
// CHECK: = sycl.range.get(%arg0) {FunctionName = @"operator size_t"} : (!sycl_range_1_) -> i64
// CHECK: = sycl.range.get(%arg0) : (!sycl_range_1_) -> !sycl_range_1_
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl_range_1_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl_range_1_, i32) -> i64
func.func @get_1(%0: !sycl.range<[1]>, %1: i32, %2: index) {
  %r0 = sycl.range.get(%0, %1) : (!sycl.range<[1]>, i32) -> i64
  %r1 = sycl.range.get(%0, %2) : (!sycl.range<[1]>, index) -> index
  %r2 = sycl.range.get(%0) {FunctionName = @"operator size_t"} : (!sycl.range<[1]>) -> i64
  %r3 = sycl.range.get(%0) : (!sycl.range<[1]>) -> !sycl.range<[1]>
  %r4 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl.range<[1]>, i32) -> i64
  %r5 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl.range<[1]>, i32) -> i64
  return
}

// CHECK-LABEL: func.func @get_2(
// CHECK: = sycl.range.get(%arg0, %arg1) : (!sycl_range_2_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg2) : (!sycl_range_2_, index) -> index
// CHECK: = sycl.range.get(%arg0) : (!sycl_range_2_) -> !sycl_range_2_
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl_range_2_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl_range_2_, i32) -> i64
func.func @get_2(%0: !sycl.range<[2]>, %1: i32, %2: index) {
  %r0 = sycl.range.get(%0, %1) : (!sycl.range<[2]>, i32) -> i64
  %r1 = sycl.range.get(%0, %2) : (!sycl.range<[2]>, index) -> index
  %r2 = sycl.range.get(%0) : (!sycl.range<[2]>) -> !sycl.range<[2]>
  %r3 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl.range<[2]>, i32) -> i64
  %r4 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl.range<[2]>, i32) -> i64
  return
}

// CHECK-LABEL: func.func @get_3(
// CHECK: = sycl.range.get(%arg0, %arg1) : (!sycl_range_3_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg2) : (!sycl_range_3_, index) -> index
// CHECK: = sycl.range.get(%arg0) : (!sycl_range_3_) -> !sycl_range_3_
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl_range_3_, i32) -> i64
// CHECK: = sycl.range.get(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl_range_3_, i32) -> i64
func.func @get_3(%0: !sycl.range<[3]>, %1: i32, %2: index) {
  %r0 = sycl.range.get(%0, %1) : (!sycl.range<[3]>, i32) -> i64
  %r1 = sycl.range.get(%0, %2) : (!sycl.range<[3]>, index) -> index
  %r2 = sycl.range.get(%0) : (!sycl.range<[3]>) -> !sycl.range<[3]>
  %r3 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get, TypeName = @range} : (!sycl.range<[3]>, i32) -> i64
  %r4 = sycl.range.get(%0, %1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @"operator[]", TypeName = @range} : (!sycl.range<[3]>, i32) -> i64
  return
}

// CHECK-LABEL: func.func @size_1(
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_1_) -> i64
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_1_) -> index
// CHECK: = sycl.range.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl_range_1_) -> i64
func.func @size_1(%0: !sycl.range<[1]>) {
  %r0 = sycl.range.size(%0) : (!sycl.range<[1]>) -> i64
  %r1 = sycl.range.size(%0) : (!sycl.range<[1]>) -> index
  %r2 = sycl.range.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl.range<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_2(
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_2_) -> i64
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_2_) -> index
// CHECK: = sycl.range.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl_range_2_) -> i64
func.func @size_2(%0: !sycl.range<[2]>) {
  %r0 = sycl.range.size(%0) : (!sycl.range<[2]>) -> i64
  %r1 = sycl.range.size(%0) : (!sycl.range<[2]>) -> index
  %r2 = sycl.range.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl.range<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @size_3(
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_3_) -> i64
// CHECK: = sycl.range.size(%arg0) : (!sycl_range_3_) -> index
// CHECK: = sycl.range.size(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl_range_3_) -> i64
func.func @size_3(%0: !sycl.range<[3]>) {
  %r0 = sycl.range.size(%0) : (!sycl.range<[3]>) -> i64
  %r1 = sycl.range.size(%0) : (!sycl.range<[3]>) -> index
  %r2 = sycl.range.size(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @size, TypeName = @range} : (!sycl.range<[3]>) -> i64
  return
}

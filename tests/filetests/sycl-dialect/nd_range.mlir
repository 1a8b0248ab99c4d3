//! round_trip = true

// Every method op of `nd_range` in every form.

// CHECK-LABEL: func.func @get_global_range_1(
// CHECK: = sycl.nd_range.get_global_range(%arg0) : (!sycl_nd_range_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg1) : (!sycl_nd_range_1_, i32) -> i64
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg2) : (!sycl_nd_range_1_, index) -> index
// CHECK: = sycl.nd_range.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl_nd_range_1_) -> !sycl_range_1_
func.func @get_global_range_1(%0: !sycl.nd_range<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_global_range(%0) : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_range.get_global_range(%0, %1) : (!sycl.nd_range<[1]>, i32) -> i64
  %r2 = sycl.nd_range.get_global_range(%0, %2) : (!sycl.nd_range<[1]>, index) -> index
  %r3 = sycl.nd_range.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_global_range_2(
// CHECK: = sycl.nd_range.get_global_range(%arg0) : (!sycl_nd_range_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg1) : (!sycl_nd_range_2_, i32) -> i64
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg2) : (!sycl_nd_range_2_, index) -> index
// CHECK: = sycl.nd_range.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl_nd_range_2_) -> !sycl_range_2_
func.func @get_global_range_2(%0: !sycl.nd_range<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_global_range(%0) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_range.get_global_range(%0, %1) : (!sycl.nd_range<[2]>, i32) -> i64
  %r2 = sycl.nd_range.get_global_range(%0, %2) : (!sycl.nd_range<[2]>, index) -> index
  %r3 = sycl.nd_range.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_global_range_3(
// CHECK: = sycl.nd_range.get_global_range(%arg0) : (!sycl_nd_range_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg1) : (!sycl_nd_range_3_, i32) -> i64
// CHECK: = sycl.nd_range.get_global_range(%arg0, %arg2) : (!sycl_nd_range_3_, index) -> index
// CHECK: = sycl.nd_range.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl_nd_range_3_) -> !sycl_range_3_
func.func @get_global_range_3(%0: !sycl.nd_range<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_global_range(%0) : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_range.get_global_range(%0, %1) : (!sycl.nd_range<[3]>, i32) -> i64
  %r2 = sycl.nd_range.get_global_range(%0, %2) : (!sycl.nd_range<[3]>, index) -> index
  %r3 = sycl.nd_range.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_range} : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_local_range_1(
// CHECK: = sycl.nd_range.get_local_range(%arg0) : (!sycl_nd_range_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg1) : (!sycl_nd_range_1_, i32) -> i64
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg2) : (!sycl_nd_range_1_, index) -> index
// CHECK: = sycl.nd_range.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl_nd_range_1_) -> !sycl_range_1_
func.func @get_local_range_1(%0: !sycl.nd_range<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_local_range(%0) : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_range.get_local_range(%0, %1) : (!sycl.nd_range<[1]>, i32) -> i64
  %r2 = sycl.nd_range.get_local_range(%0, %2) : (!sycl.nd_range<[1]>, index) -> index
  %r3 = sycl.nd_range.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_range_2(
// CHECK: = sycl.nd_range.get_local_range(%arg0) : (!sycl_nd_range_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg1) : (!sycl_nd_range_2_, i32) -> i64
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg2) : (!sycl_nd_range_2_, index) -> index
// CHECK: = sycl.nd_range.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl_nd_range_2_) -> !sycl_range_2_
func.func @get_local_range_2(%0: !sycl.nd_range<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_local_range(%0) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_range.get_local_range(%0, %1) : (!sycl.nd_range<[2]>, i32) -> i64
  %r2 = sycl.nd_range.get_local_range(%0, %2) : (!sycl.nd_range<[2]>, index) -> index
  %r3 = sycl.nd_range.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_local_range_3(
// CHECK: = sycl.nd_range.get_local_range(%arg0) : (!sycl_nd_range_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg1) : (!sycl_nd_range_3_, i32) -> i64
// CHECK: = sycl.nd_range.get_local_range(%arg0, %arg2) : (!sycl_nd_range_3_, index) -> index
// CHECK: = sycl.nd_range.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl_nd_range_3_) -> !sycl_range_3_
func.func @get_local_range_3(%0: !sycl.nd_range<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_local_range(%0) : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_range.get_local_range(%0, %1) : (!sycl.nd_range<[3]>, i32) -> i64
  %r2 = sycl.nd_range.get_local_range(%0, %2) : (!sycl.nd_range<[3]>, index) -> index
  %r3 = sycl.nd_range.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_range} : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_group_range_1(
// CHECK: = sycl.nd_range.get_group_range(%arg0) : (!sycl_nd_range_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg1) : (!sycl_nd_range_1_, i32) -> i64
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg2) : (!sycl_nd_range_1_, index) -> index
// CHECK: = sycl.nd_range.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl_nd_range_1_) -> !sycl_range_1_
func.func @get_group_range_1(%0: !sycl.nd_range<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_group_range(%0) : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_range.get_group_range(%0, %1) : (!sycl.nd_range<[1]>, i32) -> i64
  %r2 = sycl.nd_range.get_group_range(%0, %2) : (!sycl.nd_range<[1]>, index) -> index
  %r3 = sycl.nd_range.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl.nd_range<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_range_2(
// CHECK: = sycl.nd_range.get_group_range(%arg0) : (!sycl_nd_range_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg1) : (!sycl_nd_range_2_, i32) -> i64
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg2) : (!sycl_nd_range_2_, index) -> index
// CHECK: = sycl.nd_range.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl_nd_range_2_) -> !sycl_range_2_
func.func @get_group_range_2(%0: !sycl.nd_range<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_group_range(%0) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_range.get_group_range(%0, %1) : (!sycl.nd_range<[2]>, i32) -> i64
  %r2 = sycl.nd_range.get_group_range(%0, %2) : (!sycl.nd_range<[2]>, index) -> index
  %r3 = sycl.nd_range.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_group_range_3(
// CHECK: = sycl.nd_range.get_group_range(%arg0) : (!sycl_nd_range_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg1) : (!sycl_nd_range_3_, i32) -> i64
// CHECK: = sycl.nd_range.get_group_range(%arg0, %arg2) : (!sycl_nd_range_3_, index) -> index
// CHECK: = sycl.nd_range.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl_nd_range_3_) -> !sycl_range_3_
func.func @get_group_range_3(%0: !sycl.nd_range<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_group_range(%0) : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_range.get_group_range(%0, %1) : (!sycl.nd_range<[3]>, i32) -> i64
  %r2 = sycl.nd_range.get_group_range(%0, %2) : (!sycl.nd_range<[3]>, index) -> index
  %r3 = sycl.nd_range.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_range} : (!sycl.nd_range<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_offset_1(
// CHECK: = sycl.nd_range.get_offset(%arg0) : (!sycl_nd_range_1_) -> !sycl_id_1_
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg1) : (!sycl_nd_range_1_, i32) -> i64
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg2) : (!sycl_nd_range_1_, index) -> index
// CHECK: = sycl.nd_range.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl_nd_range_1_) -> !sycl_id_1_
func.func @get_offset_1(%0: !sycl.nd_range<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_offset(%0) : (!sycl.nd_range<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.nd_range.get_offset(%0, %1) : (!sycl.nd_range<[1]>, i32) -> i64
  %r2 = sycl.nd_range.get_offset(%0, %2) : (!sycl.nd_range<[1]>, index) -> index
  %r3 = sycl.nd_range.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl.nd_range<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_offset_2(
// CHECK: = sycl.nd_range.get_offset(%arg0) : (!sycl_nd_range_2_) -> !sycl_id_2_
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg1) : (!sycl_nd_range_2_, i32) -> i64
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg2) : (!sycl_nd_range_2_, index) -> index
// CHECK: = sycl.nd_range.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl_nd_range_2_) -> !sycl_id_2_
func.func @get_offset_2(%0: !sycl.nd_range<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_offset(%0) : (!sycl.nd_range<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.nd_range.get_offset(%0, %1) : (!sycl.nd_range<[2]>, i32) -> i64
  %r2 = sycl.nd_range.get_offset(%0, %2) : (!sycl.nd_range<[2]>, index) -> index
  %r3 = sycl.nd_range.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl.nd_range<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_offset_3(
// CHECK: = sycl.nd_range.get_offset(%arg0) : (!sycl_nd_range_3_) -> !sycl_id_3_
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg1) : (!sycl_nd_range_3_, i32) -> i64
// CHECK: = sycl.nd_range.get_offset(%arg0, %arg2) : (!sycl_nd_range_3_, index) -> index
// CHECK: = sycl.nd_range.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl_nd_range_3_) -> !sycl_id_3_
func.func @get_offset_3(%0: !sycl.nd_range<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_range.get_offset(%0) : (!sycl.nd_range<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.nd_range.get_offset(%0, %1) : (!sycl.nd_range<[3]>, i32) -> i64
  %r2 = sycl.nd_range.get_offset(%0, %2) : (!sycl.nd_range<[3]>, index) -> index
  %r3 = sycl.nd_range.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_range} : (!sycl.nd_range<[3]>) -> !sycl.id<[3]>
  return
}

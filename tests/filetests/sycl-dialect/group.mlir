//! round_trip = true

// Every method op of `group` in every form.

// CHECK-LABEL: func.func @get_group_id_1(
// CHECK: = sycl.group.get_group_id(%arg0) : (!sycl_group_1_) -> !sycl_id_1_
// CHECK: = sycl.group.get_group_id(%arg0, %arg1) : (!sycl_group_1_, i32) -> i64
// CHECK: = sycl.group.get_group_id(%arg0, %arg2) : (!sycl_group_1_, index) -> index
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl_group_1_) -> !sycl_id_1_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl_group_1_) -> !sycl_id_1_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl_group_1_) -> !sycl_id_1_
func.func @get_group_id_1(%0: !sycl.group<[1]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_id(%0) : (!sycl.group<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.group.get_group_id(%0, %1) : (!sycl.group<[1]>, i32) -> i64
  %r2 = sycl.group.get_group_id(%0, %2) : (!sycl.group<[1]>, index) -> index
  %r3 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.id<[1]>
  %r4 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.id<[1]>
  %r5 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl.group<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_id_2(
// CHECK: = sycl.group.get_group_id(%arg0) : (!sycl_group_2_) -> !sycl_id_2_
// CHECK: = sycl.group.get_group_id(%arg0, %arg1) : (!sycl_group_2_, i32) -> i64
// CHECK: = sycl.group.get_group_id(%arg0, %arg2) : (!sycl_group_2_, index) -> index
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl_group_2_) -> !sycl_id_2_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl_group_2_) -> !sycl_id_2_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl_group_2_) -> !sycl_id_2_
func.func @get_group_id_2(%0: !sycl.group<[2]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_id(%0) : (!sycl.group<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.group.get_group_id(%0, %1) : (!sycl.group<[2]>, i32) -> i64
  %r2 = sycl.group.get_group_id(%0, %2) : (!sycl.group<[2]>, index) -> index
  %r3 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.id<[2]>
  %r4 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.id<[2]>
  %r5 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl.group<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_group_id_3(
// CHECK: = sycl.group.get_group_id(%arg0) : (!sycl_group_3_) -> !sycl_id_3_
// CHECK: = sycl.group.get_group_id(%arg0, %arg1) : (!sycl_group_3_, i32) -> i64
// CHECK: = sycl.group.get_group_id(%arg0, %arg2) : (!sycl_group_3_, index) -> index
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl_group_3_) -> !sycl_id_3_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl_group_3_) -> !sycl_id_3_
// CHECK: = sycl.group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl_group_3_) -> !sycl_id_3_
func.func @get_group_id_3(%0: !sycl.group<[3]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_id(%0) : (!sycl.group<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.group.get_group_id(%0, %1) : (!sycl.group<[3]>, i32) -> i64
  %r2 = sycl.group.get_group_id(%0, %2) : (!sycl.group<[3]>, index) -> index
  %r3 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.id<[3]>
  %r4 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.id<[3]>
  %r5 = sycl.group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @group} : (!sycl.group<[3]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_local_id_1(
// CHECK: = sycl.group.get_local_id(%arg0) : (!sycl_group_1_) -> !sycl_id_1_
// CHECK: = sycl.group.get_local_id(%arg0, %arg1) : (!sycl_group_1_, i32) -> i64
// CHECK: = sycl.group.get_local_id(%arg0, %arg2) : (!sycl_group_1_, index) -> index
// CHECK: = sycl.group.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl_group_1_) -> !sycl_id_1_
func.func @get_local_id_1(%0: !sycl.group<[1]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_id(%0) : (!sycl.group<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.group.get_local_id(%0, %1) : (!sycl.group<[1]>, i32) -> i64
  %r2 = sycl.group.get_local_id(%0, %2) : (!sycl.group<[1]>, index) -> index
  %r3 = sycl.group.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_id_2(
// CHECK: = sycl.group.get_local_id(%arg0) : (!sycl_group_2_) -> !sycl_id_2_
// CHECK: = sycl.group.get_local_id(%arg0, %arg1) : (!sycl_group_2_, i32) -> i64
// CHECK: = sycl.group.get_local_id(%arg0, %arg2) : (!sycl_group_2_, index) -> index
// CHECK: = sycl.group.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl_group_2_) -> !sycl_id_2_
func.func @get_local_id_2(%0: !sycl.group<[2]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_id(%0) : (!sycl.group<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.group.get_local_id(%0, %1) : (!sycl.group<[2]>, i32) -> i64
  %r2 = sycl.group.get_local_id(%0, %2) : (!sycl.group<[2]>, index) -> index
  %r3 = sycl.group.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_local_id_3(
// CHECK: = sycl.group.get_local_id(%arg0) : (!sycl_group_3_) -> !sycl_id_3_
// CHECK: = sycl.group.get_local_id(%arg0, %arg1) : (!sycl_group_3_, i32) -> i64
// CHECK: = sycl.group.get_local_id(%arg0, %arg2) : (!sycl_group_3_, index) -> index
// CHECK: = sycl.group.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl_group_3_) -> !sycl_id_3_
func.func @get_local_id_3(%0: !sycl.group<[3]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_id(%0) : (!sycl.group<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.group.get_local_id(%0, %1) : (!sycl.group<[3]>, i32) -> i64
  %r2 = sycl.group.get_local_id(%0, %2) : (!sycl.group<[3]>, index) -> index
  %r3 = sycl.group.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_local_range_1(
// CHECK: = sycl.group.get_local_range(%arg0) : (!sycl_group_1_) -> !sycl_range_1_
// CHECK: = sycl.group.get_local_range(%arg0, %arg1) : (!sycl_group_1_, i32) -> i64
// CHECK: = sycl.group.get_local_range(%arg0, %arg2) : (!sycl_group_1_, index) -> index
// CHECK: = sycl.group.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl_group_1_) -> !sycl_range_1_
func.func @get_local_range_1(%0: !sycl.group<[1]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_range(%0) : (!sycl.group<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.group.get_local_range(%0, %1) : (!sycl.group<[1]>, i32) -> i64
  %r2 = sycl.group.get_local_range(%0, %2) : (!sycl.group<[1]>, index) -> index
  %r3 = sycl.group.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_range_2(
// CHECK: = sycl.group.get_local_range(%arg0) : (!sycl_group_2_) -> !sycl_range_2_
// CHECK: = sycl.group.get_local_range(%arg0, %arg1) : (!sycl_group_2_, i32) -> i64
// CHECK: = sycl.group.get_local_range(%arg0, %arg2) : (!sycl_group_2_, index) -> index
// CHECK: = sycl.group.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl_group_2_) -> !sycl_range_2_
func.func @get_local_range_2(%0: !sycl.group<[2]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_range(%0) : (!sycl.group<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.group.get_local_range(%0, %1) : (!sycl.group<[2]>, i32) -> i64
  %r2 = sycl.group.get_local_range(%0, %2) : (!sycl.group<[2]>, index) -> index
  %r3 = sycl.group.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_local_range_3(
// CHECK: = sycl.group.get_local_range(%arg0) : (!sycl_group_3_) -> !sycl_range_3_
// CHECK: = sycl.group.get_local_range(%arg0, %arg1) : (!sycl_group_3_, i32) -> i64
// CHECK: = sycl.group.get_local_range(%arg0, %arg2) : (!sycl_group_3_, index) -> index
// CHECK: = sycl.group.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl_group_3_) -> !sycl_range_3_
func.func @get_local_range_3(%0: !sycl.group<[3]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_local_range(%0) : (!sycl.group<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.group.get_local_range(%0, %1) : (!sycl.group<[3]>, i32) -> i64
  %r2 = sycl.group.get_local_range(%0, %2) : (!sycl.group<[3]>, index) -> index
  %r3 = sycl.group.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_group_range_1(
// CHECK: = sycl.group.get_group_range(%arg0) : (!sycl_group_1_) -> !sycl_range_1_
// CHECK: = sycl.group.get_group_range(%arg0, %arg1) : (!sycl_group_1_, i32) -> i64
// CHECK: = sycl.group.get_group_range(%arg0, %arg2) : (!sycl_group_1_, index) -> index
// CHECK: = sycl.group.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl_group_1_) -> !sycl_range_1_
func.func @get_group_range_1(%0: !sycl.group<[1]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_range(%0) : (!sycl.group<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.group.get_group_range(%0, %1) : (!sycl.group<[1]>, i32) -> i64
  %r2 = sycl.group.get_group_range(%0, %2) : (!sycl.group<[1]>, index) -> index
  %r3 = sycl.group.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_range_2(
// CHECK: = sycl.group.get_group_range(%arg0) : (!sycl_group_2_) -> !sycl_range_2_
// CHECK: = sycl.group.get_group_range(%arg0, %arg1) : (!sycl_group_2_, i32) -> i64
// CHECK: = sycl.group.get_group_range(%arg0, %arg2) : (!sycl_group_2_, index) -> index
// CHECK: = sycl.group.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl_group_2_) -> !sycl_range_2_
func.func @get_group_range_2(%0: !sycl.group<[2]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_range(%0) : (!sycl.group<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.group.get_group_range(%0, %1) : (!sycl.group<[2]>, i32) -> i64
  %r2 = sycl.group.get_group_range(%0, %2) : (!sycl.group<[2]>, index) -> index
  %r3 = sycl.group.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_group_range_3(
// CHECK: = sycl.group.get_group_range(%arg0) : (!sycl_group_3_) -> !sycl_range_3_
// CHECK: = sycl.group.get_group_range(%arg0, %arg1) : (!sycl_group_3_, i32) -> i64
// CHECK: = sycl.group.get_group_range(%arg0, %arg2) : (!sycl_group_3_, index) -> index
// CHECK: = sycl.group.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl_group_3_) -> !sycl_range_3_
func.func @get_group_range_3(%0: !sycl.group<[3]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_group_range(%0) : (!sycl.group<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.group.get_group_range(%0, %1) : (!sycl.group<[3]>, i32) -> i64
  %r2 = sycl.group.get_group_range(%0, %2) : (!sycl.group<[3]>, index) -> index
  %r3 = sycl.group.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_max_local_range_1(
// CHECK: = sycl.group.get_max_local_range(%arg0) : (!sycl_group_1_) -> !sycl_range_1_
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg1) : (!sycl_group_1_, i32) -> i64
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg2) : (!sycl_group_1_, index) -> index
// CHECK: = sycl.group.get_max_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl_group_1_) -> !sycl_range_1_
func.func @get_max_local_range_1(%0: !sycl.group<[1]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_max_local_range(%0) : (!sycl.group<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.group.get_max_local_range(%0, %1) : (!sycl.group<[1]>, i32) -> i64
  %r2 = sycl.group.get_max_local_range(%0, %2) : (!sycl.group<[1]>, index) -> index
  %r3 = sycl.group.get_max_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl.group<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_max_local_range_2(
// CHECK: = sycl.group.get_max_local_range(%arg0) : (!sycl_group_2_) -> !sycl_range_2_
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg1) : (!sycl_group_2_, i32) -> i64
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg2) : (!sycl_group_2_, index) -> index
// CHECK: = sycl.group.get_max_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl_group_2_) -> !sycl_range_2_
func.func @get_max_local_range_2(%0: !sycl.group<[2]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_max_local_range(%0) : (!sycl.group<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.group.get_max_local_range(%0, %1) : (!sycl.group<[2]>, i32) -> i64
  %r2 = sycl.group.get_max_local_range(%0, %2) : (!sycl.group<[2]>, index) -> index
  %r3 = sycl.group.get_max_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl.group<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_max_local_range_3(
// CHECK: = sycl.group.get_max_local_range(%arg0) : (!sycl_group_3_) -> !sycl_range_3_
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg1) : (!sycl_group_3_, i32) -> i64
// CHECK: = sycl.group.get_max_local_range(%arg0, %arg2) : (!sycl_group_3_, index) -> index
// CHECK: = sycl.group.get_max_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl_group_3_) -> !sycl_range_3_
func.func @get_max_local_range_3(%0: !sycl.group<[3]>, %1: i32, %2: index) {
  %r0 = sycl.group.get_max_local_range(%0) : (!sycl.group<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.group.get_max_local_range(%0, %1) : (!sycl.group<[3]>, i32) -> i64
  %r2 = sycl.group.get_max_local_range(%0, %2) : (!sycl.group<[3]>, index) -> index
  %r3 = sycl.group.get_max_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @group} : (!sycl.group<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_1(
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_1_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_1_) -> index
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl_group_1_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl_group_1_) -> i64
func.func @get_group_linear_id_1(%0: !sycl.group<[1]>) {
  %r0 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[1]>) -> i64
  %r1 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[1]>) -> index
  %r2 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl.group<[1]>) -> i64
  %r3 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl.group<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_2(
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_2_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_2_) -> index
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl_group_2_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl_group_2_) -> i64
func.func @get_group_linear_id_2(%0: !sycl.group<[2]>) {
  %r0 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[2]>) -> i64
  %r1 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[2]>) -> index
  %r2 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl.group<[2]>) -> i64
  %r3 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl.group<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_3(
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_3_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) : (!sycl_group_3_) -> index
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl_group_3_) -> i64
// CHECK: = sycl.group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl_group_3_) -> i64
func.func @get_group_linear_id_3(%0: !sycl.group<[3]>) {
  %r0 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[3]>) -> i64
  %r1 = sycl.group.get_group_linear_id(%0) : (!sycl.group<[3]>) -> index
  %r2 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @group} : (!sycl.group<[3]>) -> i64
  %r3 = sycl.group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @group} : (!sycl.group<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_1(
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_1_) -> i64
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_1_) -> index
// CHECK: = sycl.group.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl_group_1_) -> i64
func.func @get_local_linear_id_1(%0: !sycl.group<[1]>) {
  %r0 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[1]>) -> i64
  %r1 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[1]>) -> index
  %r2 = sycl.group.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl.group<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_2(
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_2_) -> i64
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_2_) -> index
// CHECK: = sycl.group.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl_group_2_) -> i64
func.func @get_local_linear_id_2(%0: !sycl.group<[2]>) {
  %r0 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[2]>) -> i64
  %r1 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[2]>) -> index
  %r2 = sycl.group.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl.group<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_3(
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_3_) -> i64
// CHECK: = sycl.group.get_local_linear_id(%arg0) : (!sycl_group_3_) -> index
// CHECK: = sycl.group.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl_group_3_) -> i64
func.func @get_local_linear_id_3(%0: !sycl.group<[3]>) {
  %r0 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[3]>) -> i64
  %r1 = sycl.group.get_local_linear_id(%0) : (!sycl.group<[3]>) -> index
  %r2 = sycl.group.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @group} : (!sycl.group<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_range_1(
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_1_) -> i64
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_1_) -> index
// CHECK: = sycl.group.get_group_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl_group_1_) -> i64
func.func @get_group_linear_range_1(%0: !sycl.group<[1]>) {
  %r0 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[1]>) -> i64
  %r1 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[1]>) -> index
  %r2 = sycl.group.get_group_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl.group<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_range_2(
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_2_) -> i64
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_2_) -> index
// CHECK: = sycl.group.get_group_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl_group_2_) -> i64
func.func @get_group_linear_range_2(%0: !sycl.group<[2]>) {
  %r0 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[2]>) -> i64
  %r1 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[2]>) -> index
  %r2 = sycl.group.get_group_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl.group<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_range_3(
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_3_) -> i64
// CHECK: = sycl.group.get_group_linear_range(%arg0) : (!sycl_group_3_) -> index
// CHECK: = sycl.group.get_group_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl_group_3_) -> i64
func.func @get_group_linear_range_3(%0: !sycl.group<[3]>) {
  %r0 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[3]>) -> i64
  %r1 = sycl.group.get_group_linear_range(%0) : (!sycl.group<[3]>) -> index
  %r2 = sycl.group.get_group_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @group} : (!sycl.group<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_range_1(
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_1_) -> i64
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_1_) -> index
// CHECK: = sycl.group.get_local_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl_group_1_) -> i64
func.func @get_local_linear_range_1(%0: !sycl.group<[1]>) {
  %r0 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[1]>) -> i64
  %r1 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[1]>) -> index
  %r2 = sycl.group.get_local_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl.group<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_range_2(
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_2_) -> i64
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_2_) -> index
// CHECK: = sycl.group.get_local_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl_group_2_) -> i64
func.func @get_local_linear_range_2(%0: !sycl.group<[2]>) {
  %r0 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[2]>) -> i64
  %r1 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[2]>) -> index
  %r2 = sycl.group.get_local_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl.group<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_range_3(
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_3_) -> i64
// CHECK: = sycl.group.get_local_linear_range(%arg0) : (!sycl_group_3_) -> index
// CHECK: = sycl.group.get_local_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl_group_3_) -> i64
func.func @get_local_linear_range_3(%0: !sycl.group<[3]>) {
  %r0 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[3]>) -> i64
  %r1 = sycl.group.get_local_linear_range(%0) : (!sycl.group<[3]>) -> index
  %r2 = sycl.group.get_local_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @group} : (!sycl.group<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @leader_1(
// CHECK: = sycl.group.leader(%arg0) : (!sycl_group_1_) -> i1
// CHECK: = sycl.group.leader(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl_group_1_) -> i1
func.func @leader_1(%0: !sycl.group<[1]>) {
  %r0 = sycl.group.leader(%0) : (!sycl.group<[1]>) -> i1
  %r1 = sycl.group.leader(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl.group<[1]>) -> i1
  return
}

// CHECK-LABEL: func.func @leader_2(
// CHECK: = sycl.group.leader(%arg0) : (!sycl_group_2_) -> i1
// CHECK: = sycl.group.leader(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl_group_2_) -> i1
func.func @leader_2(%0: !sycl.group<[2]>) {
  %r0 = sycl.group.leader(%0) : (!sycl.group<[2]>) -> i1
  %r1 = sycl.group.leader(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl.group<[2]>) -> i1
  return
}

// CHECK-LABEL: func.func @leader_3(
// CHECK: = sycl.group.leader(%arg0) : (!sycl_group_3_) -> i1
// CHECK: = sycl.group.leader(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl_group_3_) -> i1
func.func @leader_3(%0: !sycl.group<[3]>) {
  %r0 = sycl.group.leader(%0) : (!sycl.group<[3]>) -> i1
  %r1 = sycl.group.leader(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @group} : (!sycl.group<[3]>) -> i1
  return
}

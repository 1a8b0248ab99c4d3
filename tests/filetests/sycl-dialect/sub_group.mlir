//! round_trip = true

// Every method op of `sub_group` in every form.

// CHECK-LABEL: func.func @get_group_id_1(
// CHECK: = sycl.sub_group.get_group_id(%arg0) : (!sycl_sub_group) -> !sycl_id_1_
// CHECK: = sycl.sub_group.get_group_id(%arg0, %arg1) : (!sycl_sub_group, i32) -> i64
// CHECK: = sycl.sub_group.get_group_id(%arg0, %arg2) : (!sycl_sub_group, index) -> index
// CHECK: = sycl.sub_group.get_group_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @sub_group} : (!sycl_sub_group) -> !sycl_id_1_
func.func @get_group_id_1(%0: !sycl.sub_group, %1: i32, %2: index) {
  %r0 = sycl.sub_group.get_group_id(%0) : (!sycl.sub_group) -> !sycl.id<[1]>
  %r1 = sycl.sub_group.get_group_id(%0, %1) : (!sycl.sub_group, i32) -> i64
  %r2 = sycl.sub_group.get_group_id(%0, %2) : (!sycl.sub_group, index) -> index
  %r3 = sycl.sub_group.get_group_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_id, TypeName = @sub_group} : (!sycl.sub_group) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_id_1(
// CHECK: = sycl.sub_group.get_local_id(%arg0) : (!sycl_sub_group) -> !sycl_id_1_
// CHECK: = sycl.sub_group.get_local_id(%arg0, %arg1) : (!sycl_sub_group, i32) -> i64
// CHECK: = sycl.sub_group.get_local_id(%arg0, %arg2) : (!sycl_sub_group, index) -> index
// CHECK: = sycl.sub_group.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @sub_group} : (!sycl_sub_group) -> !sycl_id_1_
func.func @get_local_id_1(%0: !sycl.sub_group, %1: i32, %2: index) {
  %r0 = sycl.sub_group.get_local_id(%0) : (!sycl.sub_group) -> !sycl.id<[1]>
  %r1 = sycl.sub_group.get_local_id(%0, %1) : (!sycl.sub_group, i32) -> i64
  %r2 = sycl.sub_group.get_local_id(%0, %2) : (!sycl.sub_group, index) -> index
  %r3 = sycl.sub_group.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @sub_group} : (!sycl.sub_group) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_range_1(
// CHECK: = sycl.sub_group.get_local_range(%arg0) : (!sycl_sub_group) -> !sycl_range_1_
// CHECK: = sycl.sub_group.get_local_range(%arg0, %arg1) : (!sycl_sub_group, i32) -> i64
// CHECK: = sycl.sub_group.get_local_range(%arg0, %arg2) : (!sycl_sub_group, index) -> index
// CHECK: = sycl.sub_group.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @sub_group} : (!sycl_sub_group) -> !sycl_range_1_
func.func @get_local_range_1(%0: !sycl.sub_group, %1: i32, %2: index) {
  %r0 = sycl.sub_group.get_local_range(%0) : (!sycl.sub_group) -> !sycl.range<[1]>
  %r1 = sycl.sub_group.get_local_range(%0, %1) : (!sycl.sub_group, i32) -> i64
  %r2 = sycl.sub_group.get_local_range(%0, %2) : (!sycl.sub_group, index) -> index
  %r3 = sycl.sub_group.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @sub_group} : (!sycl.sub_group) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_range_1(
// CHECK: = sycl.sub_group.get_group_range(%arg0) : (!sycl_sub_group) -> !sycl_range_1_
// CHECK: = sycl.sub_group.get_group_range(%arg0, %arg1) : (!sycl_sub_group, i32) -> i64
// CHECK: = sycl.sub_group.get_group_range(%arg0, %arg2) : (!sycl_sub_group, index) -> index
// CHECK: = sycl.sub_group.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @sub_group} : (!sycl_sub_group) -> !sycl_range_1_
func.func @get_group_range_1(%0: !sycl.sub_group, %1: i32, %2: index) {
  %r0 = sycl.sub_group.get_group_range(%0) : (!sycl.sub_group) -> !sycl.range<[1]>
  %r1 = sycl.sub_group.get_group_range(%0, %1) : (!sycl.sub_group, i32) -> i64
  %r2 = sycl.sub_group.get_group_range(%0, %2) : (!sycl.sub_group, index) -> index
  %r3 = sycl.sub_group.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @sub_group} : (!sycl.sub_group) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_max_local_range_1(
// CHECK: = sycl.sub_group.get_max_local_range(%arg0) : (!sycl_sub_group) -> !sycl_range_1_
// CHECK: = sycl.sub_group.get_max_local_range(%arg0, %arg1) : (!sycl_sub_group, i32) -> i64
// CHECK: = sycl.sub_group.get_max_local_range(%arg0, %arg2) : (!sycl_sub_group, index) -> index
// CHECK: = sycl.sub_group.get_max_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @sub_group} : (!sycl_sub_group) -> !sycl_range_1_
func.func @get_max_local_range_1(%0: !sycl.sub_group, %1: i32, %2: index) {
  %r0 = sycl.sub_group.get_max_local_range(%0) : (!sycl.sub_group) -> !sycl.range<[1]>
  %r1 = sycl.sub_group.get_max_local_range(%0, %1) : (!sycl.sub_group, i32) -> i64
  %r2 = sycl.sub_group.get_max_local_range(%0, %2) : (!sycl.sub_group, index) -> index
  %r3 = sycl.sub_group.get_max_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_max_local_range, TypeName = @sub_group} : (!sycl.sub_group) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_1(
// CHECK: = sycl.sub_group.get_group_linear_id(%arg0) : (!sycl_sub_group) -> i32
// CHECK: = sycl.sub_group.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @sub_group} : (!sycl_sub_group) -> i32
func.func @get_group_linear_id_1(%0: !sycl.sub_group) {
  %r0 = sycl.sub_group.get_group_linear_id(%0) : (!sycl.sub_group) -> i32
  %r1 = sycl.sub_group.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @sub_group} : (!sycl.sub_group) -> i32
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_1(
// CHECK: = sycl.sub_group.get_local_linear_id(%arg0) : (!sycl_sub_group) -> i32
// CHECK: = sycl.sub_group.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @sub_group} : (!sycl_sub_group) -> i32
func.func @get_local_linear_id_1(%0: !sycl.sub_group) {
  %r0 = sycl.sub_group.get_local_linear_id(%0) : (!sycl.sub_group) -> i32
  %r1 = sycl.sub_group.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @sub_group} : (!sycl.sub_group) -> i32
  return
}

// CHECK-LABEL: func.func @get_group_linear_range_1(
// CHECK: = sycl.sub_group.get_group_linear_range(%arg0) : (!sycl_sub_group) -> i32
// CHECK: = sycl.sub_group.get_group_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @sub_group} : (!sycl_sub_group) -> i32
func.func @get_group_linear_range_1(%0: !sycl.sub_group) {
  %r0 = sycl.sub_group.get_group_linear_range(%0) : (!sycl.sub_group) -> i32
  %r1 = sycl.sub_group.get_group_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_range, TypeName = @sub_group} : (!sycl.sub_group) -> i32
  return
}

// CHECK-LABEL: func.func @get_local_linear_range_1(
// CHECK: = sycl.sub_group.get_local_linear_range(%arg0) : (!sycl_sub_group) -> i32
// CHECK: = sycl.sub_group.get_local_linear_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @sub_group} : (!sycl_sub_group) -> i32
func.func @get_local_linear_range_1(%0: !sycl.sub_group) {
  %r0 = sycl.sub_group.get_local_linear_range(%0) : (!sycl.sub_group) -> i32
  %r1 = sycl.sub_group.get_local_linear_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_range, TypeName = @sub_group} : (!sycl.sub_group) -> i32
  return
}

// CHECK-LABEL: func.func @leader_1(
// CHECK: = sycl.sub_group.leader(%arg0) : (!sycl_sub_group) -> i1
// CHECK: = sycl.sub_group.leader(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @sub_group} : (!sycl_sub_group) -> i1
func.func @leader_1(%0: !sycl.sub_group) {
  %r0 = sycl.sub_group.leader(%0) : (!sycl.sub_group) -> i1
  %r1 = sycl.sub_group.leader(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @leader, TypeName = @sub_group} : (!sycl.sub_group) -> i1
  return
}

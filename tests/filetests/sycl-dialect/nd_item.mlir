//! round_trip = true

// Every method op of `nd_item` in every form.

// CHECK-LABEL: func.func @get_global_id_1(
// CHECK: = sycl.nd_item.get_global_id(%arg0) : (!sycl_nd_item_1_) -> !sycl_id_1_
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_global_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_id_1_
func.func @get_global_id_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_id(%0) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.nd_item.get_global_id(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_id(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_global_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_global_id_2(
// CHECK: = sycl.nd_item.get_global_id(%arg0) : (!sycl_nd_item_2_) -> !sycl_id_2_
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_global_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_id_2_
func.func @get_global_id_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_id(%0) : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.nd_item.get_global_id(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_id(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_global_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_global_id_3(
// CHECK: = sycl.nd_item.get_global_id(%arg0) : (!sycl_nd_item_3_) -> !sycl_id_3_
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_id(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_global_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_id_3_
func.func @get_global_id_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_id(%0) : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.nd_item.get_global_id(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_id(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_global_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_global_linear_id_1(
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_1_) -> i64
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_1_) -> index
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> i64
func.func @get_global_linear_id_1(%0: !sycl.nd_item<[1]>) {
  %r0 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[1]>) -> i64
  %r1 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[1]>) -> index
  %r2 = sycl.nd_item.get_global_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_global_linear_id_2(
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_2_) -> i64
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_2_) -> index
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> i64
func.func @get_global_linear_id_2(%0: !sycl.nd_item<[2]>) {
  %r0 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[2]>) -> i64
  %r1 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[2]>) -> index
  %r2 = sycl.nd_item.get_global_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_global_linear_id_3(
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_3_) -> i64
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) : (!sycl_nd_item_3_) -> index
// CHECK: = sycl.nd_item.get_global_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl_nd_item_3_) -> i64
func.func @get_global_linear_id_3(%0: !sycl.nd_item<[3]>) {
  %r0 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[3]>) -> i64
  %r1 = sycl.nd_item.get_global_linear_id(%0) : (!sycl.nd_item<[3]>) -> index
  %r2 = sycl.nd_item.get_global_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_id_1(
// CHECK: = sycl.nd_item.get_local_id(%arg0) : (!sycl_nd_item_1_) -> !sycl_id_1_
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_id_1_
func.func @get_local_id_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_id(%0) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.nd_item.get_local_id(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_id(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_id_2(
// CHECK: = sycl.nd_item.get_local_id(%arg0) : (!sycl_nd_item_2_) -> !sycl_id_2_
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_id_2_
func.func @get_local_id_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_id(%0) : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.nd_item.get_local_id(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_id(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_local_id_3(
// CHECK: = sycl.nd_item.get_local_id(%arg0) : (!sycl_nd_item_3_) -> !sycl_id_3_
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_id(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_local_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_id_3_
func.func @get_local_id_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_id(%0) : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.nd_item.get_local_id(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_id(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_local_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_1(
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_1_) -> i64
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_1_) -> index
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> i64
func.func @get_local_linear_id_1(%0: !sycl.nd_item<[1]>) {
  %r0 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[1]>) -> i64
  %r1 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[1]>) -> index
  %r2 = sycl.nd_item.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_2(
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_2_) -> i64
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_2_) -> index
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> i64
func.func @get_local_linear_id_2(%0: !sycl.nd_item<[2]>) {
  %r0 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[2]>) -> i64
  %r1 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[2]>) -> index
  %r2 = sycl.nd_item.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_local_linear_id_3(
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_3_) -> i64
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) : (!sycl_nd_item_3_) -> index
// CHECK: = sycl.nd_item.get_local_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl_nd_item_3_) -> i64
func.func @get_local_linear_id_3(%0: !sycl.nd_item<[3]>) {
  %r0 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[3]>) -> i64
  %r1 = sycl.nd_item.get_local_linear_id(%0) : (!sycl.nd_item<[3]>) -> index
  %r2 = sycl.nd_item.get_local_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_1(
// CHECK: = sycl.nd_item.get_group(%arg0) : (!sycl_nd_item_1_) -> !sycl_group_1_
// CHECK: = sycl.nd_item.get_group(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_group(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_group_1_
func.func @get_group_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group(%0) : (!sycl.nd_item<[1]>) -> !sycl.group<[1]>
  %r1 = sycl.nd_item.get_group(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_group(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.group<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_2(
// CHECK: = sycl.nd_item.get_group(%arg0) : (!sycl_nd_item_2_) -> !sycl_group_2_
// CHECK: = sycl.nd_item.get_group(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_group(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_group_2_
func.func @get_group_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group(%0) : (!sycl.nd_item<[2]>) -> !sycl.group<[2]>
  %r1 = sycl.nd_item.get_group(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_group(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.group<[2]>
  return
}

// CHECK-LABEL: func.func @get_group_3(
// CHECK: = sycl.nd_item.get_group(%arg0) : (!sycl_nd_item_3_) -> !sycl_group_3_
// CHECK: = sycl.nd_item.get_group(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_group(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_group_3_
func.func @get_group_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group(%0) : (!sycl.nd_item<[3]>) -> !sycl.group<[3]>
  %r1 = sycl.nd_item.get_group(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_group(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.group<[3]>
  return
}

// CHECK-LABEL: func.func @get_sub_group_1(
// CHECK: = sycl.nd_item.get_sub_group(%arg0) : (!sycl_nd_item_1_) -> !sycl_sub_group
// CHECK: = sycl.nd_item.get_sub_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_sub_group
func.func @get_sub_group_1(%0: !sycl.nd_item<[1]>) {
  %r0 = sycl.nd_item.get_sub_group(%0) : (!sycl.nd_item<[1]>) -> !sycl.sub_group
  %r1 = sycl.nd_item.get_sub_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.sub_group
  return
}

// CHECK-LABEL: func.func @get_sub_group_2(
// CHECK: = sycl.nd_item.get_sub_group(%arg0) : (!sycl_nd_item_2_) -> !sycl_sub_group
// CHECK: = sycl.nd_item.get_sub_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_sub_group
func.func @get_sub_group_2(%0: !sycl.nd_item<[2]>) {
  %r0 = sycl.nd_item.get_sub_group(%0) : (!sycl.nd_item<[2]>) -> !sycl.sub_group
  %r1 = sycl.nd_item.get_sub_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.sub_group
  return
}

// CHECK-LABEL: func.func @get_sub_group_3(
// CHECK: = sycl.nd_item.get_sub_group(%arg0) : (!sycl_nd_item_3_) -> !sycl_sub_group
// CHECK: = sycl.nd_item.get_sub_group(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_sub_group
func.func @get_sub_group_3(%0: !sycl.nd_item<[3]>) {
  %r0 = sycl.nd_item.get_sub_group(%0) : (!sycl.nd_item<[3]>) -> !sycl.sub_group
  %r1 = sycl.nd_item.get_sub_group(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_sub_group, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.sub_group
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_1(
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_1_) -> i64
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_1_) -> index
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> i64
func.func @get_group_linear_id_1(%0: !sycl.nd_item<[1]>) {
  %r0 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[1]>) -> i64
  %r1 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[1]>) -> index
  %r2 = sycl.nd_item.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_2(
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_2_) -> i64
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_2_) -> index
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> i64
func.func @get_group_linear_id_2(%0: !sycl.nd_item<[2]>) {
  %r0 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[2]>) -> i64
  %r1 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[2]>) -> index
  %r2 = sycl.nd_item.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_linear_id_3(
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_3_) -> i64
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) : (!sycl_nd_item_3_) -> index
// CHECK: = sycl.nd_item.get_group_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl_nd_item_3_) -> i64
func.func @get_group_linear_id_3(%0: !sycl.nd_item<[3]>) {
  %r0 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[3]>) -> i64
  %r1 = sycl.nd_item.get_group_linear_id(%0) : (!sycl.nd_item<[3]>) -> index
  %r2 = sycl.nd_item.get_group_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_linear_id, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_group_range_1(
// CHECK: = sycl.nd_item.get_group_range(%arg0) : (!sycl_nd_item_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_range_1_
func.func @get_group_range_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group_range(%0) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_item.get_group_range(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_group_range(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_group_range_2(
// CHECK: = sycl.nd_item.get_group_range(%arg0) : (!sycl_nd_item_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_range_2_
func.func @get_group_range_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group_range(%0) : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_item.get_group_range(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_group_range(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_group_range_3(
// CHECK: = sycl.nd_item.get_group_range(%arg0) : (!sycl_nd_item_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_group_range(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_group_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_range_3_
func.func @get_group_range_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_group_range(%0) : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_item.get_group_range(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_group_range(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_group_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_group_range, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_global_range_1(
// CHECK: = sycl.nd_item.get_global_range(%arg0) : (!sycl_nd_item_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_range_1_
func.func @get_global_range_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_range(%0) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_item.get_global_range(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_range(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_global_range_2(
// CHECK: = sycl.nd_item.get_global_range(%arg0) : (!sycl_nd_item_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_range_2_
func.func @get_global_range_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_range(%0) : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_item.get_global_range(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_range(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_global_range_3(
// CHECK: = sycl.nd_item.get_global_range(%arg0) : (!sycl_nd_item_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_global_range(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_global_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_range_3_
func.func @get_global_range_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_global_range(%0) : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_item.get_global_range(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_global_range(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_global_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_range, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_local_range_1(
// CHECK: = sycl.nd_item.get_local_range(%arg0) : (!sycl_nd_item_1_) -> !sycl_range_1_
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_range_1_
func.func @get_local_range_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_range(%0) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %r1 = sycl.nd_item.get_local_range(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_range(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_local_range_2(
// CHECK: = sycl.nd_item.get_local_range(%arg0) : (!sycl_nd_item_2_) -> !sycl_range_2_
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_range_2_
func.func @get_local_range_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_range(%0) : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  %r1 = sycl.nd_item.get_local_range(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_range(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_local_range_3(
// CHECK: = sycl.nd_item.get_local_range(%arg0) : (!sycl_nd_item_3_) -> !sycl_range_3_
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_local_range(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_local_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_range_3_
func.func @get_local_range_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_local_range(%0) : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  %r1 = sycl.nd_item.get_local_range(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_local_range(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_local_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_offset_1(
// CHECK: = sycl.nd_item.get_offset(%arg0) : (!sycl_nd_item_1_) -> !sycl_id_1_
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg1) : (!sycl_nd_item_1_, i32) -> i64
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg2) : (!sycl_nd_item_1_, index) -> index
// CHECK: = sycl.nd_item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_id_1_
func.func @get_offset_1(%0: !sycl.nd_item<[1]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_offset(%0) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %r1 = sycl.nd_item.get_offset(%0, %1) : (!sycl.nd_item<[1]>, i32) -> i64
  %r2 = sycl.nd_item.get_offset(%0, %2) : (!sycl.nd_item<[1]>, index) -> index
  %r3 = sycl.nd_item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_offset_2(
// CHECK: = sycl.nd_item.get_offset(%arg0) : (!sycl_nd_item_2_) -> !sycl_id_2_
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg1) : (!sycl_nd_item_2_, i32) -> i64
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg2) : (!sycl_nd_item_2_, index) -> index
// CHECK: = sycl.nd_item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_id_2_
func.func @get_offset_2(%0: !sycl.nd_item<[2]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_offset(%0) : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  %r1 = sycl.nd_item.get_offset(%0, %1) : (!sycl.nd_item<[2]>, i32) -> i64
  %r2 = sycl.nd_item.get_offset(%0, %2) : (!sycl.nd_item<[2]>, index) -> index
  %r3 = sycl.nd_item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_offset_3(
// CHECK: = sycl.nd_item.get_offset(%arg0) : (!sycl_nd_item_3_) -> !sycl_id_3_
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg1) : (!sycl_nd_item_3_, i32) -> i64
// CHECK: = sycl.nd_item.get_offset(%arg0, %arg2) : (!sycl_nd_item_3_, index) -> index
// CHECK: = sycl.nd_item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_id_3_
func.func @get_offset_3(%0: !sycl.nd_item<[3]>, %1: i32, %2: index) {
  %r0 = sycl.nd_item.get_offset(%0) : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  %r1 = sycl.nd_item.get_offset(%0, %1) : (!sycl.nd_item<[3]>, i32) -> i64
  %r2 = sycl.nd_item.get_offset(%0, %2) : (!sycl.nd_item<[3]>, index) -> index
  %r3 = sycl.nd_item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_nd_range_1(
// CHECK: = sycl.nd_item.get_nd_range(%arg0) : (!sycl_nd_item_1_) -> !sycl_nd_range_1_
// CHECK: = sycl.nd_item.get_nd_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_nd_range_1_
func.func @get_nd_range_1(%0: !sycl.nd_item<[1]>) {
  %r0 = sycl.nd_item.get_nd_range(%0) : (!sycl.nd_item<[1]>) -> !sycl.nd_range<[1]>
  %r1 = sycl.nd_item.get_nd_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl.nd_item<[1]>) -> !sycl.nd_range<[1]>
  return
}

// CHECK-LABEL: func.func @get_nd_range_2(
// CHECK: = sycl.nd_item.get_nd_range(%arg0) : (!sycl_nd_item_2_) -> !sycl_nd_range_2_
// CHECK: = sycl.nd_item.get_nd_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_nd_range_2_
func.func @get_nd_range_2(%0: !sycl.nd_item<[2]>) {
  %r0 = sycl.nd_item.get_nd_range(%0) : (!sycl.nd_item<[2]>) -> !sycl.nd_range<[2]>
  %r1 = sycl.nd_item.get_nd_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.nd_range<[2]>
  return
}

// CHECK-LABEL: func.func @get_nd_range_3(
// CHECK: = sycl.nd_item.get_nd_range(%arg0) : (!sycl_nd_item_3_) -> !sycl_nd_range_3_
// CHECK: = sycl.nd_item.get_nd_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl_nd_item_3_) -> !sycl_nd_range_3_
func.func @get_nd_range_3(%0: !sycl.nd_item<[3]>) {
  %r0 = sycl.nd_item.get_nd_range(%0) : (!sycl.nd_item<[3]>) -> !sycl.nd_range<[3]>
  %r1 = sycl.nd_item.get_nd_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_nd_range, TypeName = @nd_item} : (!sycl.nd_item<[3]>) -> !sycl.nd_range<[3]>
  return
}

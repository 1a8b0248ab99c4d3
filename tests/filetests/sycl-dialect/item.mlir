//! round_trip = true

// Every method op of `item` in every form.

// CHECK-LABEL: func.func @get_id_1(
// CHECK: = sycl.item.get_id(%arg0) : (!sycl_item_1_) -> !sycl_id_1_
// CHECK: = sycl.item.get_id(%arg0, %arg1) : (!sycl_item_1_, i32) -> i64
// CHECK: = sycl.item.get_id(%arg0, %arg2) : (!sycl_item_1_, index) -> index
// CHECK: = sycl.item.get_id(%arg0) {FunctionName = @"operator size_t"} : (!sycl_item_1_) -> i64
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl_item_1_) -> !sycl_id_1_
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl_item_1_) -> !sycl_id_1_
func.func @get_id_1(%0: !sycl.item<[1, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_id(%0) : (!sycl.item<[1, true]>) -> !sycl.id<[1]>
  %r1 = sycl.item.get_id(%0, %1) : (!sycl.item<[1, true]>, i32) -> i64
  %r2 = sycl.item.get_id(%0, %2) : (!sycl.item<[1, true]>, index) -> index
  %r3 = sycl.item.get_id(%0) {FunctionName = @"operator size_t"} : (!sycl.item<[1, true]>) -> i64
  %r4 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl.item<[1, true]>) -> !sycl.id<[1]>
  %r5 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl.item<[1, true]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_id_2(
// CHECK: = sycl.item.get_id(%arg0) : (!sycl_item_2_) -> !sycl_id_2_
// CHECK: = sycl.item.get_id(%arg0, %arg1) : (!sycl_item_2_, i32) -> i64
// CHECK: = sycl.item.get_id(%arg0, %arg2) : (!sycl_item_2_, index) -> index
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl_item_2_) -> !sycl_id_2_
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl_item_2_) -> !sycl_id_2_
func.func @get_id_2(%0: !sycl.item<[2, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_id(%0) : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  %r1 = sycl.item.get_id(%0, %1) : (!sycl.item<[2, true]>, i32) -> i64
  %r2 = sycl.item.get_id(%0, %2) : (!sycl.item<[2, true]>, index) -> index
  %r3 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  %r4 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_id_3(
// CHECK: = sycl.item.get_id(%arg0) : (!sycl_item_3_) -> !sycl_id_3_
// CHECK: = sycl.item.get_id(%arg0, %arg1) : (!sycl_item_3_, i32) -> i64
// CHECK: = sycl.item.get_id(%arg0, %arg2) : (!sycl_item_3_, index) -> index
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl_item_3_) -> !sycl_id_3_
// CHECK: = sycl.item.get_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl_item_3_) -> !sycl_id_3_
func.func @get_id_3(%0: !sycl.item<[3, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_id(%0) : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  %r1 = sycl.item.get_id(%0, %1) : (!sycl.item<[3, true]>, i32) -> i64
  %r2 = sycl.item.get_id(%0, %2) : (!sycl.item<[3, true]>, index) -> index
  %r3 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_id, TypeName = @item} : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  %r4 = sycl.item.get_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @"operator[]", TypeName = @item} : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  return
}

// CHECK-LABEL: func.func @get_linear_id_1(
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_1_) -> i64
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_1_) -> index
// CHECK: = sycl.item.get_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl_item_1_) -> i64
func.func @get_linear_id_1(%0: !sycl.item<[1, true]>) {
  %r0 = sycl.item.get_linear_id(%0) : (!sycl.item<[1, true]>) -> i64
  %r1 = sycl.item.get_linear_id(%0) : (!sycl.item<[1, true]>) -> index
  %r2 = sycl.item.get_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl.item<[1, true]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_linear_id_2(
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_2_) -> i64
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_2_) -> index
// CHECK: = sycl.item.get_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl_item_2_) -> i64
func.func @get_linear_id_2(%0: !sycl.item<[2, true]>) {
  %r0 = sycl.item.get_linear_id(%0) : (!sycl.item<[2, true]>) -> i64
  %r1 = sycl.item.get_linear_id(%0) : (!sycl.item<[2, true]>) -> index
  %r2 = sycl.item.get_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl.item<[2, true]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_linear_id_3(
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_3_) -> i64
// CHECK: = sycl.item.get_linear_id(%arg0) : (!sycl_item_3_) -> index
// CHECK: = sycl.item.get_linear_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl_item_3_) -> i64
func.func @get_linear_id_3(%0: !sycl.item<[3, true]>) {
  %r0 = sycl.item.get_linear_id(%0) : (!sycl.item<[3, true]>) -> i64
  %r1 = sycl.item.get_linear_id(%0) : (!sycl.item<[3, true]>) -> index
  %r2 = sycl.item.get_linear_id(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_linear_id, TypeName = @item} : (!sycl.item<[3, true]>) -> i64
  return
}

// CHECK-LABEL: func.func @get_range_1(
// CHECK: = sycl.item.get_range(%arg0) : (!sycl_item_1_) -> !sycl_range_1_
// CHECK: = sycl.item.get_range(%arg0, %arg1) : (!sycl_item_1_, i32) -> i64
// CHECK: = sycl.item.get_range(%arg0, %arg2) : (!sycl_item_1_, index) -> index
// CHECK: = sycl.item.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl_item_1_) -> !sycl_range_1_
func.func @get_range_1(%0: !sycl.item<[1, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_range(%0) : (!sycl.item<[1, true]>) -> !sycl.range<[1]>
  %r1 = sycl.item.get_range(%0, %1) : (!sycl.item<[1, true]>, i32) -> i64
  %r2 = sycl.item.get_range(%0, %2) : (!sycl.item<[1, true]>, index) -> index
  %r3 = sycl.item.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl.item<[1, true]>) -> !sycl.range<[1]>
  return
}

// CHECK-LABEL: func.func @get_range_2(
// CHECK: = sycl.item.get_range(%arg0) : (!sycl_item_2_) -> !sycl_range_2_
// CHECK: = sycl.item.get_range(%arg0, %arg1) : (!sycl_item_2_, i32) -> i64
// CHECK: = sycl.item.get_range(%arg0, %arg2) : (!sycl_item_2_, index) -> index
// CHECK: = sycl.item.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl_item_2_) -> !sycl_range_2_
func.func @get_range_2(%0: !sycl.item<[2, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_range(%0) : (!sycl.item<[2, true]>) -> !sycl.range<[2]>
  %r1 = sycl.item.get_range(%0, %1) : (!sycl.item<[2, true]>, i32) -> i64
  %r2 = sycl.item.get_range(%0, %2) : (!sycl.item<[2, true]>, index) -> index
  %r3 = sycl.item.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl.item<[2, true]>) -> !sycl.range<[2]>
  return
}

// CHECK-LABEL: func.func @get_range_3(
// CHECK: = sycl.item.get_range(%arg0) : (!sycl_item_3_) -> !sycl_range_3_
// CHECK: = sycl.item.get_range(%arg0, %arg1) : (!sycl_item_3_, i32) -> i64
// CHECK: = sycl.item.get_range(%arg0, %arg2) : (!sycl_item_3_, index) -> index
// CHECK: = sycl.item.get_range(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl_item_3_) -> !sycl_range_3_
func.func @get_range_3(%0: !sycl.item<[3, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_range(%0) : (!sycl.item<[3, true]>) -> !sycl.range<[3]>
  %r1 = sycl.item.get_range(%0, %1) : (!sycl.item<[3, true]>, i32) -> i64
  %r2 = sycl.item.get_range(%0, %2) : (!sycl.item<[3, true]>, index) -> index
  %r3 = sycl.item.get_range(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_range, TypeName = @item} : (!sycl.item<[3, true]>) -> !sycl.range<[3]>
  return
}

// CHECK-LABEL: func.func @get_offset_1(
// CHECK: = sycl.item.get_offset(%arg0) : (!sycl_item_1_) -> !sycl_id_1_
// CHECK: = sycl.item.get_offset(%arg0, %arg1) : (!sycl_item_1_, i32) -> i64
// CHECK: = sycl.item.get_offset(%arg0, %arg2) : (!sycl_item_1_, index) -> index
// CHECK: = sycl.item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl_item_1_) -> !sycl_id_1_
func.func @get_offset_1(%0: !sycl.item<[1, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_offset(%0) : (!sycl.item<[1, true]>) -> !sycl.id<[1]>
  %r1 = sycl.item.get_offset(%0, %1) : (!sycl.item<[1, true]>, i32) -> i64
  %r2 = sycl.item.get_offset(%0, %2) : (!sycl.item<[1, true]>, index) -> index
  %r3 = sycl.item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl.item<[1, true]>) -> !sycl.id<[1]>
  return
}

// CHECK-LABEL: func.func @get_offset_2(
// CHECK: = sycl.item.get_offset(%arg0) : (!sycl_item_2_) -> !sycl_id_2_
// CHECK: = sycl.item.get_offset(%arg0, %arg1) : (!sycl_item_2_, i32) -> i64
// CHECK: = sycl.item.get_offset(%arg0, %arg2) : (!sycl_item_2_, index) -> index
// CHECK: = sycl.item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl_item_2_) -> !sycl_id_2_
func.func @get_offset_2(%0: !sycl.item<[2, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_offset(%0) : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  %r1 = sycl.item.get_offset(%0, %1) : (!sycl.item<[2, true]>, i32) -> i64
  %r2 = sycl.item.get_offset(%0, %2) : (!sycl.item<[2, true]>, index) -> index
  %r3 = sycl.item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  return
}

// CHECK-LABEL: func.func @get_offset_3(
// CHECK: = sycl.item.get_offset(%arg0) : (!sycl_item_3_) -> !sycl_id_3_
// CHECK: = sycl.item.get_offset(%arg0, %arg1) : (!sycl_item_3_, i32) -> i64
// CHECK: = sycl.item.get_offset(%arg0, %arg2) : (!sycl_item_3_, index) -> index
// CHECK: = sycl.item.get_offset(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl_item_3_) -> !sycl_id_3_
func.func @get_offset_3(%0: !sycl.item<[3, true]>, %1: i32, %2: index) {
  %r0 = sycl.item.get_offset(%0) : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  %r1 = sycl.item.get_offset(%0, %1) : (!sycl.item<[3, true]>, i32) -> i64
  %r2 = sycl.item.get_offset(%0, %2) : (!sycl.item<[3, true]>, index) -> index
  %r3 = sycl.item.get_offset(%0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_offset, TypeName = @item} : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  return
}

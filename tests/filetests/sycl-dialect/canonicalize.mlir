//! args = "--canonicalize --allow-unregistered-dialect"

// What canonicalisation makes fewer: components of queries, compositions, sizes and constants. CHECK-NEXT
// CHECK-COUNT directives: there are no operations besides those shown.

// A component of a query's result is the query with a dimension; the function names change accordingly.
// CHECK-LABEL: func.func @component_of_query(
// CHECK-NEXT: %0 = sycl.nd_item.get_global_id(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_2_, i32) -> i64
// CHECK-NEXT: %1 = sycl.nd_item.get_local_range(%arg0, %arg1) {FunctionName = @get_local_range, TypeName = @nd_item} : (!sycl_nd_item_2_, i32) -> i64
// CHECK-NEXT: return %0, %1
func.func @component_of_query(%nd: !sycl.nd_item<[2]>, %i: i32) -> (i64, i64) {
  %0 = sycl.nd_item.get_global_id(%nd) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  %1 = sycl.id.get(%0, %i) {FunctionArgTypes = {!llvm.ptr, i32}, FunctionName = @"operator[]", TypeName = @array} : (!sycl.id<[2]>, i32) -> i64
  %2 = sycl.nd_item.get_local_range(%nd) : (!sycl.nd_item<[2]>) -> !sycl.range<[2]>
  %3 = sycl.range.get(%2, %i) : (!sycl.range<[2]>, i32) -> i64
  return %1, %3 : i64, i64
}

// If there are other uses of the whole, the number of operations stays the same.
// CHECK-LABEL: func.func @whole_is_needed(
// CHECK-NEXT: %0 = sycl.item.get_id(%arg0) : (!sycl_item_3_) -> !sycl_id_3_
// CHECK-NEXT: %1 = sycl.item.get_id(%arg0, %arg1) {{.*}} -> index
// CHECK-NEXT: return %0, %1
func.func @whole_is_needed(%item: !sycl.item<[3, true]>, %i: index) -> (!sycl.id<[3]>, index) {
  %0 = sycl.item.get_id(%item) : (!sycl.item<[3, true]>) -> !sycl.id<[3]>
  %1 = sycl.id.get(%0, %i) : (!sycl.id<[3]>, index) -> index
  return %0, %1 : !sycl.id<[3]>, index
}

// A component of a group's id is a query of the work-item.
// CHECK-LABEL: func.func @group_of_work_item(
// CHECK-NEXT: %0 = sycl.nd_item.get_group(%arg0, %arg1) {FunctionName = @get_group, TypeName = @nd_item} : (!sycl_nd_item_3_, i32) -> i64
// CHECK-NEXT: return %0
func.func @group_of_work_item(%nd: !sycl.nd_item<[3]>, %i: i32) -> i64 {
  %0 = sycl.nd_item.get_group(%nd) : (!sycl.nd_item<[3]>) -> !sycl.group<[3]>
  %1 = sycl.group.get_group_id(%0, %i) {FunctionName = @"operator[]"} : (!sycl.group<[3]>, i32) -> i64
  return %1 : i64
}

// CHECK-LABEL: func.func @id_of_group_of_work_item(
// CHECK-NEXT: %0 = sycl.nd_item.get_group(%arg0, %arg1) {{.*}} -> i64
// CHECK-NEXT: return %0
func.func @id_of_group_of_work_item(%nd: !sycl.nd_item<[3]>, %i: i32) -> i64 {
  %0 = sycl.nd_item.get_group(%nd) : (!sycl.nd_item<[3]>) -> !sycl.group<[3]>
  %1 = sycl.group.get_group_id(%0) : (!sycl.group<[3]>) -> !sycl.id<[3]>
  %2 = sycl.id.get(%1, %i) : (!sycl.id<[3]>, i32) -> i64
  return %2 : i64
}

// All compositions, with whole results and with components.
// CHECK-LABEL: func.func @compositions_of_group(
// CHECK-NEXT: sycl.nd_item.get_local_id(%arg0) {FunctionName = @get_local_id, TypeName = @nd_item} : (!sycl_nd_item_2_) -> !sycl_id_2_
// CHECK-NEXT: sycl.nd_item.get_local_id(%arg0, %arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_local_linear_id(%arg0) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_group_linear_id(%arg0) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_local_range(%arg0) {{.*}} -> !sycl_range_2_
// CHECK-NEXT: sycl.nd_item.get_local_range(%arg0, %arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_group_range(%arg0) {{.*}} -> !sycl_range_2_
// CHECK-NEXT: sycl.nd_item.get_group_range(%arg0, %arg1) {{.*}} -> i64
// CHECK-NEXT: "test.use"
func.func @compositions_of_group(%nd: !sycl.nd_item<[2]>, %i: i32) {
  %g = sycl.nd_item.get_group(%nd) : (!sycl.nd_item<[2]>) -> !sycl.group<[2]>
  %0 = sycl.group.get_local_id(%g) : (!sycl.group<[2]>) -> !sycl.id<[2]>
  %1 = sycl.group.get_local_id(%g, %i) : (!sycl.group<[2]>, i32) -> i64
  %2 = sycl.group.get_local_linear_id(%g) : (!sycl.group<[2]>) -> i64
  %3 = sycl.group.get_group_linear_id(%g) : (!sycl.group<[2]>) -> i64
  %4 = sycl.group.get_local_range(%g) : (!sycl.group<[2]>) -> !sycl.range<[2]>
  %5 = sycl.group.get_local_range(%g, %i) : (!sycl.group<[2]>, i32) -> i64
  %6 = sycl.group.get_group_range(%g) : (!sycl.group<[2]>) -> !sycl.range<[2]>
  %7 = sycl.group.get_group_range(%g, %i) : (!sycl.group<[2]>, i32) -> i64
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (!sycl.id<[2]>, i64, i64, i64, !sycl.range<[2]>, i64, !sycl.range<[2]>, i64) -> ()
  return
}

// CHECK-LABEL: func.func @compositions_of_nd_range(
// CHECK-NEXT: sycl.nd_item.get_global_range(%arg0) {{.*}} -> !sycl_range_2_
// CHECK-NEXT: sycl.nd_item.get_local_range(%arg0) {{.*}} -> !sycl_range_2_
// CHECK-NEXT: sycl.nd_item.get_group_range(%arg0, %arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_offset(%arg0) {{.*}} -> !sycl_id_2_
// CHECK-NEXT: "test.use"
func.func @compositions_of_nd_range(%nd: !sycl.nd_item<[2]>, %i: i32) {
  %n = sycl.nd_item.get_nd_range(%nd) : (!sycl.nd_item<[2]>) -> !sycl.nd_range<[2]>
  %0 = sycl.nd_range.get_global_range(%n) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %1 = sycl.nd_range.get_local_range(%n) : (!sycl.nd_range<[2]>) -> !sycl.range<[2]>
  %2 = sycl.nd_range.get_group_range(%n, %i) : (!sycl.nd_range<[2]>, i32) -> i64
  %3 = sycl.nd_range.get_offset(%n) : (!sycl.nd_range<[2]>) -> !sycl.id<[2]>
  "test.use"(%0, %1, %2, %3) : (!sycl.range<[2]>, !sycl.range<[2]>, i64, !sycl.id<[2]>) -> ()
  return
}

// CHECK-LABEL: func.func @compositions_of_sizes(
// CHECK-NEXT: sycl.group.get_group_linear_range(%arg0) {{.*}} -> i64
// CHECK-NEXT: sycl.group.get_local_linear_range(%arg0) {{.*}} -> i64
// CHECK-NEXT: sycl.accessor.size(%arg1) {{.*}} -> index
// CHECK-NEXT: sycl.local_accessor.size(%arg2) {{.*}} -> i64
// CHECK-NEXT: "test.use"
func.func @compositions_of_sizes(%g: !sycl.group<[3]>, %a: !sycl.accessor<[2, f32, read, device]>, %l: !sycl.local_accessor<[3, i32]>) {
  %0 = sycl.group.get_group_range(%g) : (!sycl.group<[3]>) -> !sycl.range<[3]>
  %1 = sycl.range.size(%0) : (!sycl.range<[3]>) -> i64
  %2 = sycl.group.get_local_range(%g) : (!sycl.group<[3]>) -> !sycl.range<[3]>
  %3 = sycl.range.size(%2) : (!sycl.range<[3]>) -> i64
  %4 = sycl.accessor.get_range(%a) : (!sycl.accessor<[2, f32, read, device]>) -> !sycl.range<[2]>
  %5 = sycl.range.size(%4) : (!sycl.range<[2]>) -> index
  %6 = sycl.local_accessor.get_range(%l) : (!sycl.local_accessor<[3, i32]>) -> !sycl.range<[3]>
  %7 = sycl.range.size(%6) : (!sycl.range<[3]>) -> i64
  "test.use"(%1, %3, %5, %7) : (i64, i64, index, i64) -> ()
  return
}

// The size of a one-dimensional range is its only component, if that is not more work.
// CHECK-LABEL: func.func @size_of_line(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[SIZE:.*]] = sycl.nd_item.get_global_range(%arg0, %[[ZERO]]) {{.*}} -> i64
// CHECK-NEXT: return %[[SIZE]]
func.func @size_of_line(%nd: !sycl.nd_item<[1]>) -> i64 {
  %0 = sycl.nd_item.get_global_range(%nd) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %1 = sycl.range.size(%0) : (!sycl.range<[1]>) -> i64
  return %1 : i64
}

// So is its conversion to a number.
// CHECK-LABEL: func.func @line_as_number(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[ID:.*]] = sycl.nd_item.get_global_id(%arg0, %[[ZERO]]) {{.*}} -> i64
// CHECK-NEXT: %[[RANGE:.*]] = sycl.item.get_range(%arg1, %[[ZERO]]) {{.*}} -> i64
// CHECK-NEXT: %[[LOCAL:.*]] = sycl.nd_item.get_local_linear_id(%arg0) {{.*}} -> i64
// CHECK-NEXT: return %[[ID]], %[[RANGE]], %[[LOCAL]]
func.func @line_as_number(%nd: !sycl.nd_item<[1]>, %item: !sycl.item<[1, true]>) -> (i64, i64, i64) {
  %0 = sycl.nd_item.get_global_id(%nd) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %1 = sycl.id.get(%0) {FunctionName = @"operator size_t"} : (!sycl.id<[1]>) -> i64
  %2 = sycl.item.get_range(%item) : (!sycl.item<[1, true]>) -> !sycl.range<[1]>
  %3 = sycl.range.get(%2) {FunctionName = @"operator size_t"} : (!sycl.range<[1]>) -> i64
  %4 = sycl.nd_item.get_local_id(%nd) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %5 = sycl.id.get(%4) {FunctionName = @"operator size_t"} : (!sycl.id<[1]>) -> i64
  return %1, %3, %5 : i64, i64, i64
}

// CHECK-LABEL: func.func @line_as_number_that_is_needed(
// CHECK-NEXT: %0 = sycl.nd_item.get_global_id(%arg0)
// CHECK-NEXT: %1 = sycl.id.get(%0)
// CHECK-NEXT: return
func.func @line_as_number_that_is_needed(%nd: !sycl.nd_item<[1]>) -> (i64, !sycl.id<[1]>) {
  %0 = sycl.nd_item.get_global_id(%nd) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %1 = sycl.id.get(%0) : (!sycl.id<[1]>) -> i64
  return %1, %0 : i64, !sycl.id<[1]>
}

// CHECK-LABEL: llvm.func @size_of_line_in_llvm(
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[ND:.*]] = sycl.mlir.wrap
// CHECK-NEXT: %[[SIZE:.*]] = sycl.nd_item.get_global_range(%[[ND]], %[[ZERO]]) {{.*}} -> i64
// CHECK-NEXT: llvm.return %[[SIZE]]
llvm.func @size_of_line_in_llvm(%bytes: !llvm.struct<(i64)>) -> i64 {
  %nd = sycl.mlir.wrap %bytes : !llvm.struct<(i64)> to !sycl.nd_item<[1]>
  %0 = sycl.nd_item.get_global_range(%nd) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %1 = sycl.range.size(%0) : (!sycl.range<[1]>) -> i64
  llvm.return %1 : i64
}

// CHECK-LABEL: func.func @size_of_line_that_is_needed(
// CHECK-NEXT: %0 = sycl.nd_item.get_global_range(%arg0)
// CHECK-NEXT: %1 = sycl.range.size(%0)
// CHECK-NEXT: return
func.func @size_of_line_that_is_needed(%nd: !sycl.nd_item<[1]>) -> (i64, !sycl.range<[1]>) {
  %0 = sycl.nd_item.get_global_range(%nd) : (!sycl.nd_item<[1]>) -> !sycl.range<[1]>
  %1 = sycl.range.size(%0) : (!sycl.range<[1]>) -> i64
  return %1, %0 : i64, !sycl.range<[1]>
}

// The only component of a one-dimensional object is the linear form; more dimensions are unchanged.
// CHECK-LABEL: func.func @only_component(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: sycl.nd_item.get_local_linear_id(%arg0) {FunctionName = @get_local_linear_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> i64
// CHECK-NEXT: sycl.nd_item.get_group_linear_id(%arg0) {{.*}} -> i64
// CHECK-NEXT: sycl.group.get_group_linear_id(%arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.group.get_local_linear_id(%arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.group.get_group_linear_range(%arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.group.get_local_linear_range(%arg1) {{.*}} -> i64
// CHECK-NEXT: sycl.accessor.size(%arg2) {{.*}} -> i64
// CHECK-NEXT: sycl.local_accessor.size(%arg3) {{.*}} -> i64
// CHECK-NEXT: sycl.nd_item.get_local_id(%arg4, %[[ZERO]]) : (!sycl_nd_item_2_, i32) -> i64
// CHECK-NEXT: "test.use"
func.func @only_component(%nd: !sycl.nd_item<[1]>, %g: !sycl.group<[1]>, %a: !sycl.accessor<[1, f32, read, device]>, %l: !sycl.local_accessor<[1, i32]>, %square: !sycl.nd_item<[2]>) {
  %zero = arith.constant 0 : i32
  %0 = sycl.nd_item.get_local_id(%nd, %zero) : (!sycl.nd_item<[1]>, i32) -> i64
  %1 = sycl.nd_item.get_group(%nd, %zero) : (!sycl.nd_item<[1]>, i32) -> i64
  %2 = sycl.group.get_group_id(%g, %zero) : (!sycl.group<[1]>, i32) -> i64
  %3 = sycl.group.get_local_id(%g, %zero) : (!sycl.group<[1]>, i32) -> i64
  %4 = sycl.group.get_group_range(%g, %zero) : (!sycl.group<[1]>, i32) -> i64
  %5 = sycl.group.get_local_range(%g, %zero) : (!sycl.group<[1]>, i32) -> i64
  %6 = sycl.accessor.get_range(%a, %zero) : (!sycl.accessor<[1, f32, read, device]>, i32) -> i64
  %7 = sycl.local_accessor.get_range(%l, %zero) : (!sycl.local_accessor<[1, i32]>, i32) -> i64
  %8 = sycl.nd_item.get_local_id(%square, %zero) : (!sycl.nd_item<[2]>, i32) -> i64
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i64, i64, i64, i64, i64, i64, i64, i64, i64) -> ()
  return
}

// Global ids include the offset and linear ids do not: they stay distinct.
// CHECK-LABEL: func.func @offsets(
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: sycl.nd_item.get_global_id(
// CHECK-NEXT: sycl.item.get_id(
// CHECK-NEXT: "test.use"
func.func @offsets(%nd: !sycl.nd_item<[1]>, %item: !sycl.item<[1, true]>) {
  %zero = arith.constant 0 : i32
  %0 = sycl.nd_item.get_global_id(%nd, %zero) : (!sycl.nd_item<[1]>, i32) -> i64
  %1 = sycl.item.get_id(%item, %zero) : (!sycl.item<[1, true]>, i32) -> i64
  "test.use"(%0, %1) : (i64, i64) -> ()
  return
}

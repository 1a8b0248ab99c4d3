//! args = "--sycl-lower-to-call"

// The specification's lowering example, with opaque pointers.

!sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
!sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
!sycl_range_1_ = !sycl.range<[1], (!sycl_array_1_)>
!sycl_group_1_ = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
!sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_id_1_, !sycl_group_1_)>

llvm.func @_ZNK4sycl7nd_itemILi1EE13get_global_idEi(!llvm.ptr<4>, i32) -> i64 attributes {sycl.method = [!sycl_nd_item_1_, @get_global_id]}

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[ND:.*]]: !sycl_nd_item_1_, %[[IDX:.*]]: i32)
// CHECK:      %[[COPY:.*]] = memref.alloca() : memref<1x!sycl_nd_item_1_>
// CHECK:      memref.store %[[ND]], %[[COPY]][%{{.*}}] : memref<1x!sycl_nd_item_1_>
// CHECK-NEXT: %[[P:.*]] = polygeist.memref2pointer(%[[COPY]]) : (memref<1x!sycl_nd_item_1_>) -> !llvm.ptr
// CHECK-NEXT: %[[Q:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr to !llvm.ptr<4>
// CHECK-NEXT: %[[M:.*]] = polygeist.pointer2memref(%[[Q]]) : (!llvm.ptr<4>) -> memref<1x!sycl_nd_item_1_, 4>
// CHECK-NEXT: %[[B:.*]] = sycl.cast(%[[M]]) : (memref<1x!sycl_nd_item_1_, 4>) -> !llvm.ptr<4>
// CHECK-NEXT: %[[R:.*]] = sycl.call(%[[B]], %[[IDX]]) {FunctionName = @get_global_id, MangledFunctionName = @_ZNK4sycl7nd_itemILi1EE13get_global_idEi, TypeName = @nd_item} : (!llvm.ptr<4>, i32) -> i64
// CHECK-NEXT: return %[[R]]
func.func @f(%nd: !sycl_nd_item_1_, %idx: i32) -> i64 {
  %1 = sycl.nd_item.get_global_id(%nd, %idx) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64
  return %1 : i64
}

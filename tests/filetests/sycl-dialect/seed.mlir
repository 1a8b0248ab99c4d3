//! round_trip = true
//! runs = [{ check = "CHECK" }, { args = "--canonicalize", check = "CANONICAL" }]

// The specification's textual forms, with opaque pointers.

!sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
!sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
!sycl_range_1_ = !sycl.range<[1], (!sycl_array_1_)>
!sycl_group_1_ = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
!sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_id_1_, !sycl_group_1_)>

func.func private @_ZNK7nd_item13get_global_idEv(memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
func.func private @_ZNK7nd_item12get_local_idEv(memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
llvm.func @_ZNK7nd_item13get_global_idEi(!llvm.ptr<4>, i32) -> i64

// CHECK-LABEL: @calls
// CHECK: %0 = sycl.call(%arg0) {FunctionName = @get_global_id, MangledFunctionName = @_ZNK7nd_item13get_global_idEv, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
// CHECK: %1 = sycl.call(%arg0) {FunctionName = @get_local_id, MangledFunctionName = @_ZNK7nd_item12get_local_idEv, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
func.func @calls(%nd: memref<?x!sycl_nd_item_1_>) {
  %0 = sycl.call(%nd) {FunctionName = @get_global_id, MangledFunctionName = @_ZNK7nd_item13get_global_idEv, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
  %1 = sycl.call(%nd) {FunctionName = @get_local_id, MangledFunctionName = @_ZNK7nd_item12get_local_idEv, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_
  return
}

// CHECK-LABEL: @canonicalization
// CHECK: %0 = sycl.nd_item.get_global_id(%arg0) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_id_1_
// CHECK: %1 = sycl.id.get(%0, %arg1) {FunctionArgTypes = {memref<?x!sycl_id_1_, 4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl_id_1_, i32) -> i64
// CANONICAL-LABEL: @canonicalization
// CANONICAL-NEXT: %0 = sycl.nd_item.get_global_id(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64
// CANONICAL-NEXT: return %0
func.func @canonicalization(%nd: !sycl_nd_item_1_, %idx: i32) -> i64 {
  %0 = sycl.nd_item.get_global_id(%nd) {FunctionArgTypes = {!llvm.ptr<4>}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_) -> !sycl_id_1_
  %1 = sycl.id.get(%0, %idx) {FunctionArgTypes = {memref<?x!sycl_id_1_, 4>, i32}, FunctionName = @get, TypeName = @id} : (!sycl_id_1_, i32) -> i64
  return %1 : i64
}

// The result of lowering, as in the specification.
// CHECK-LABEL: @lowering
// CHECK: %alloca = memref.alloca() : memref<1x!sycl_nd_item_1_>
// CHECK: memref.store %arg0, %alloca[%c0] : memref<1x!sycl_nd_item_1_>
// CHECK: %0 = polygeist.memref2pointer(%alloca) : (memref<1x!sycl_nd_item_1_>) -> !llvm.ptr
// CHECK: %1 = llvm.addrspacecast %0 : !llvm.ptr to !llvm.ptr<4>
// CHECK: %2 = polygeist.pointer2memref(%1) : (!llvm.ptr<4>) -> memref<1x!sycl_nd_item_1_, 4>
// CHECK: %3 = sycl.cast(%2) : (memref<1x!sycl_nd_item_1_, 4>) -> !llvm.ptr<4>
// CHECK: %4 = sycl.call(%3, %arg1) {FunctionName = @get_global_id, MangledFunctionName = @_ZNK7nd_item13get_global_idEi, TypeName = @nd_item} : (!llvm.ptr<4>, i32) -> i64
func.func @lowering(%nd: !sycl_nd_item_1_, %idx: i32) -> i64 {
  %c0 = arith.constant 0 : index
  %1 = memref.alloca() : memref<1x!sycl_nd_item_1_>
  memref.store %nd, %1[%c0] : memref<1x!sycl_nd_item_1_>
  %2 = polygeist.memref2pointer(%1) : (memref<1x!sycl_nd_item_1_>) -> !llvm.ptr
  %3 = llvm.addrspacecast %2 : !llvm.ptr to !llvm.ptr<4>
  %4 = polygeist.pointer2memref(%3) : (!llvm.ptr<4>) -> memref<1x!sycl_nd_item_1_, 4>
  %5 = sycl.cast(%4) : (memref<1x!sycl_nd_item_1_, 4>) -> !llvm.ptr<4>
  %6 = sycl.call(%5, %idx) {FunctionName = @get_global_id, MangledFunctionName = @_ZNK7nd_item13get_global_idEi, TypeName = @nd_item} : (!llvm.ptr<4>, i32) -> i64
  return %6 : i64
}

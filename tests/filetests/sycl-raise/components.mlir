//! runs = [{ args = "--sycl-define-components" }]

// Ids and ranges get functions for their components, for all numbers of dimensions of objects, if the module has
// none.

llvm.func @get(!llvm.ptr, i32) -> i64 attributes {sycl.method = [!sycl.id<[2], (!sycl.array<[2], (memref<2xi64>)>)>, @get]}

llvm.func @kernel(%bytes: !llvm.struct<(array<12 x i64>)>, %d: i32) -> i64 {
  %nd = sycl.mlir.wrap %bytes : !llvm.struct<(array<12 x i64>)> to !sycl.nd_item<[2]>
  %i = sycl.nd_item.get_global_id(%nd, %d) : (!sycl.nd_item<[2]>, i32) -> i64
  llvm.return %i : i64
}

// CHECK-NOT:   @"sycl.id
// CHECK:       llvm.func internal @sycl.range.2.get(%arg0: !llvm.ptr, %arg1: i32) -> i64 attributes {{.*}}sycl.method = [!sycl_range_2_, @get]
// CHECK-NEXT:    %[[PLACE:.*]] = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i32) -> !llvm.ptr, i64
// CHECK-NEXT:    %[[VALUE:.*]] = llvm.load %[[PLACE]] {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK-NEXT:    llvm.return %[[VALUE]]
// CHECK-NOT:   llvm.func

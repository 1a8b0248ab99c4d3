//! args = "--convert-sycl-to-llvm --allow-unregistered-dialect"

// An unknown operation keeps its operands' types, and its memrefs are cast to them.

// CHECK-LABEL: llvm.func @f(%arg0: !llvm.ptr)
// CHECK:       %[[M:.*]] = builtin.unrealized_conversion_cast %arg0 : !llvm.ptr to memref<?x!sycl_id_1_>
// CHECK:       "test.unknown"(%[[M]]) : (memref<?x!sycl_id_1_>) -> ()
func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  "test.unknown"(%m) : (memref<?x!sycl.id<[1]>>) -> ()
  return
}

//! runs = [{ args = "--cse", check = "CHECK,CSE" }, { args = "--canonicalize", check = "CHECK,DCE" }, { args = "--loop-invariant-code-motion", check = "CHECK,LICM" }, { args = "--inline", check = "CHECK,INLINE" }]

// MLIR's own passes know the operations' effects: pure ones are merged, removed if unused and hoisted out of loops;
// calls and constructors are unchanged.

func.func private @_ZN2idC1Em(memref<?x!sycl.id<[1]>>, i64)
func.func private @_Z4sidev() -> i64

// CHECK-LABEL: func.func @twice(
// CSE-NEXT: %0 = sycl.nd_item.get_global_id(%arg0, %arg1)
// CSE-NEXT: return %0, %0
func.func @twice(%nd: !sycl.nd_item<[1]>, %i: i32) -> (i64, i64) {
  %0 = sycl.nd_item.get_global_id(%nd, %i) : (!sycl.nd_item<[1]>, i32) -> i64
  %1 = sycl.nd_item.get_global_id(%nd, %i) : (!sycl.nd_item<[1]>, i32) -> i64
  return %0, %1 : i64, i64
}

// Operations with another function or other operands differ.
// CHECK-LABEL: func.func @different(
// CSE-COUNT-3: sycl.nd_item.get_global_id
func.func @different(%nd: !sycl.nd_item<[1]>, %i: i32, %j: i32) -> (i64, i64, i64) {
  %0 = sycl.nd_item.get_global_id(%nd, %i) : (!sycl.nd_item<[1]>, i32) -> i64
  %1 = sycl.nd_item.get_global_id(%nd, %j) : (!sycl.nd_item<[1]>, i32) -> i64
  %2 = sycl.nd_item.get_global_id(%nd, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl.nd_item<[1]>, i32) -> i64
  return %0, %1, %2 : i64, i64, i64
}

// CHECK-LABEL: func.func @unused(
// CSE-NEXT: sycl.call
// CSE-NEXT: sycl.constructor
// CSE-NEXT: return
// DCE-NEXT: sycl.call
// DCE-NEXT: sycl.constructor
// DCE-NEXT: return
func.func @unused(%nd: !sycl.nd_item<[1]>, %place: memref<?x!sycl.id<[1]>>, %bytes: i64) {
  %0 = sycl.nd_item.get_global_id(%nd) : (!sycl.nd_item<[1]>) -> !sycl.id<[1]>
  %1 = sycl.mlir.wrap %bytes : i64 to !sycl.id<[1]>
  %2 = sycl.id.constructor(%bytes) : (i64) -> !sycl.id<[1]>
  %3 = sycl.cast(%place) : (memref<?x!sycl.id<[1]>>) -> memref<?x!sycl.array<[1]>>
  %4 = polygeist.memref2pointer(%place) : (memref<?x!sycl.id<[1]>>) -> !llvm.ptr
  %5 = sycl.call() {FunctionName = @side, MangledFunctionName = @_Z4sidev} : () -> i64
  sycl.constructor @id(%place, %bytes) {MangledFunctionName = @_ZN2idC1Em} : (memref<?x!sycl.id<[1]>>, i64) -> ()
  return
}

// A constructor writes, so values that were read before it are read again.
// CHECK-LABEL: func.func @written(
// CSE: memref.load
// CSE: sycl.constructor
// CSE: memref.load
func.func @written(%place: memref<?x!sycl.id<[1]>>, %i: i64) -> (!sycl.id<[1]>, !sycl.id<[1]>) {
  %zero = arith.constant 0 : index
  %0 = memref.load %place[%zero] : memref<?x!sycl.id<[1]>>
  sycl.constructor @id(%place, %i) {MangledFunctionName = @_ZN2idC1Em} : (memref<?x!sycl.id<[1]>>, i64) -> ()
  %1 = memref.load %place[%zero] : memref<?x!sycl.id<[1]>>
  return %0, %1 : !sycl.id<[1]>, !sycl.id<[1]>
}

// CHECK-LABEL: func.func @loop(
// LICM: sycl.nd_item.get_global_linear_id
// LICM: scf.for
// LICM-NOT: sycl.nd_item
// LICM: sycl.call
func.func @loop(%nd: !sycl.nd_item<[1]>, %m: memref<?xi64>, %from: index, %to: index) {
  %one = arith.constant 1 : index
  scf.for %i = %from to %to step %one {
    %0 = sycl.nd_item.get_global_linear_id(%nd) : (!sycl.nd_item<[1]>) -> i64
    %1 = sycl.call() {FunctionName = @side, MangledFunctionName = @_Z4sidev} : () -> i64
    %2 = arith.addi %0, %1 : i64
    memref.store %2, %m[%i] : memref<?xi64>
  }
  return
}

func.func private @inlined(%nd: !sycl.nd_item<[1]>) -> i64 {
  %0 = sycl.nd_item.get_global_linear_id(%nd) : (!sycl.nd_item<[1]>) -> i64
  return %0 : i64
}

// CHECK-LABEL: func.func @inlines(
// INLINE-NEXT: sycl.nd_item.get_global_linear_id
func.func @inlines(%nd: !sycl.nd_item<[1]>) -> i64 {
  %0 = call @inlined(%nd) : (!sycl.nd_item<[1]>) -> i64
  return %0 : i64
}

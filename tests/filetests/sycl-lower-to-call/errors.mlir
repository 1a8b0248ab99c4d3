//! args = "--sycl-lower-to-call --split-input-file --verify-diagnostics"

// An operation that has no function and cannot be split is named, and so is a second definition.

func.func @f(%nd: !sycl.nd_item<[1]>) -> i64 {
  // expected-error@+1 {{no definition of method 'get_global_linear_id' of '!sycl.nd_item<[1]>'}}
  %0 = sycl.nd_item.get_global_linear_id(%nd) : (!sycl.nd_item<[1]>) -> i64
  return %0 : i64
}

// -----

func.func @a(%0: memref<?x!sycl.id<[1]>>) -> i64 attributes {sycl.method = [!sycl.id<[1]>, @get]} {
  %1 = arith.constant 0 : i64
  return %1 : i64
}
// expected-error@+1 {{'@b' defines method 'get' of '!sycl.id<[1]>', which '@a' defines already; only declarations can be overridden}}
func.func @b(%0: memref<?x!sycl.id<[1]>>) -> i64 attributes {sycl.method = [!sycl.id<[1]>, @get]} {
  %1 = arith.constant 0 : i64
  return %1 : i64
}

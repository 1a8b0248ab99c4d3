//! args = "--mlir-print-debuginfo --mlir-print-local-scope"
//! runs = [{ check = "CHECK" }, { args = "--canonicalize", check = "CHECK,CANONICAL" }]

// Operations keep their locations, and those that canonicalisation creates have the locations of the replaced ones.

// CHECK-LABEL: func.func @f(
func.func @f(%nd: !sycl.nd_item<[2]>, %i: i32, %bytes: i64) -> (i64, !sycl.id<[1]>) {
  // CANONICAL-NOT: "kernel.cpp":1:2
  %0 = sycl.nd_item.get_global_id(%nd) : (!sycl.nd_item<[2]>) -> !sycl.id<[2]> loc("kernel.cpp":1:2)
  // CHECK: {{get_global_id\(%.*, %.*\)|id.get}}{{.*}} -> i64 loc("kernel.cpp":3:4)
  %1 = sycl.id.get(%0, %i) : (!sycl.id<[2]>, i32) -> i64 loc("kernel.cpp":3:4)
  // CHECK: sycl.mlir.wrap %{{.*}} to !sycl.id<[1]> loc("kernel.cpp":5:6)
  %2 = sycl.mlir.wrap %bytes : i64 to !sycl.id<[1]> loc("kernel.cpp":5:6)
  return %1, %2 : i64, !sycl.id<[1]>
}

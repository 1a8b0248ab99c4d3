//! round_trip = true

// Two types that differ only in their layout would have the same alias; both are printed without one.

// CHECK-DAG: !sycl_id_1_ = !sycl.id<[1]>
// CHECK-DAG: !sycl_id_1_1 = !sycl.id<[1], (i64)>
// CHECK: @f(!sycl_id_1_, !sycl_id_1_1)
func.func private @f(!sycl.id<[1]>, !sycl.id<[1], (i64)>)

//! args = "--canonicalize --sycl-lower-to-call"

// Operations that canonicalisation merged are split again if only their parts have functions.

!id = !sycl.id<[1]>
!range = !sycl.range<[1]>
!nd = !sycl.nd_item<[1]>

func.func private @get_global_id(memref<?x!nd>) -> !id attributes {sycl.method = [!nd, @get_global_id]}
func.func private @get_local_range(memref<?x!nd>) -> !range attributes {sycl.method = [!nd, @get_local_range]}
func.func private @id_as_number(memref<?x!id>) -> i64 attributes {sycl.method = [!id, @"operator size_t"]}
func.func private @size(memref<?x!range>) -> i64 attributes {sycl.method = [!range, @size]}

// CHECK-LABEL: func.func @line_as_number(
// CHECK: sycl.call(%{{.*}}) {{.*}}MangledFunctionName = @get_global_id,
// CHECK: sycl.call(%{{.*}}) {{.*}}MangledFunctionName = @id_as_number,
// CHECK-NOT: sycl.call
// CHECK: return
func.func @line_as_number(%nd: !nd) -> i64 {
  %0 = sycl.nd_item.get_global_id(%nd) : (!nd) -> !id
  %1 = sycl.id.get(%0) {FunctionName = @"operator size_t"} : (!id) -> i64
  return %1 : i64
}

// CHECK-LABEL: func.func @size_of_line(
// CHECK: sycl.call(%{{.*}}) {{.*}}MangledFunctionName = @get_local_range,
// CHECK: sycl.call(%{{.*}}) {{.*}}MangledFunctionName = @size,
// CHECK-NOT: sycl.call
// CHECK: return
func.func @size_of_line(%nd: !nd) -> i64 {
  %0 = sycl.nd_item.get_local_range(%nd) : (!nd) -> !range
  %1 = sycl.range.size(%0) : (!range) -> i64
  return %1 : i64
}

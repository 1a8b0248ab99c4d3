//! emit = "lowered-ll"
//! flags = "-O2 -fno-scythe-hostdev"

// Required sizes as the work-item passes get them: the contiguous dimension first. A required local size is a
// constant.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, size_t *out) {
  q.parallel_for<class sized>(
      sycl::nd_range<2>({8, 64}, {2, 16}),
      [=](sycl::nd_item<2> it) [[sycl::reqd_work_group_size(2, 16), sycl::reqd_sub_group_size(8)]] {
        out[it.get_global_linear_id()] = it.get_local_range(0) + it.get_local_range(1);
      });
  q.parallel_for<class hinted>(sycl::nd_range<1>(8, 8),
                               [=](sycl::nd_item<1>) [[sycl::work_group_size_hint(8)]] { *out = 1; });
  // No target supports these: the kernel compiles without them, and is never launched.
  q.parallel_for<class impossible>(
      sycl::nd_range<1>(8, 8),
      [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(5), sycl::reqd_work_group_size(1ull << 40)]] {
        *out = 1;
      });
}

// CHECK-DAG: define {{.*}}sized{{.*}} !intel_reqd_sub_group_size [[EIGHT:![0-9]+]] !reqd_work_group_size [[SIZE:![0-9]+]]
// CHECK-DAG: store i64 18
// CHECK-DAG: define {{.*}}hinted{{.*}} !work_group_size_hint [[HINT:![0-9]+]]
// CHECK-DAG: define {{.*}}impossible({{[^!]*$}}
// CHECK-DAG: [[EIGHT]] = !{i32 8}
// CHECK-DAG: [[SIZE]] = !{i32 16, i32 2, i32 1}
// CHECK-DAG: [[HINT]] = !{i32 8, i32 1, i32 1}

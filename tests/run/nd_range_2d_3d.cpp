//! opt = ["-O2", "-O2 -fno-scythe-mlir"]
//! also = ["-O0"]
// Work-groups in two and three dimensions.
#include "check.hpp"

void run_2d(sycl::queue &q, sycl::range<2> global, sycl::range<2> local) {
  const std::size_t n = global.size();
  std::size_t *out = sycl::malloc_shared<std::size_t>(5 * n, q);
  q.parallel_for(sycl::nd_range<2>(global, local), [=](sycl::nd_item<2> it) {
     std::size_t *o = out + 5 * (it.get_global_id(0) * global[1] + it.get_global_id(1));
     o[0] = it.get_global_linear_id();
     o[1] = it.get_local_linear_id();
     o[2] = it.get_group_linear_id();
     o[3] = it.get_group(0) * local[0] + it.get_local_id(0);
     o[4] = it.get_group(1) * local[1] + it.get_local_id(1);
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t y = i / global[1], x = i % global[1];
    CHECK_EQ(out[5 * i], i);
    CHECK_EQ(out[5 * i + 1], y % local[0] * local[1] + x % local[1]);
    CHECK_EQ(out[5 * i + 2], y / local[0] * (global[1] / local[1]) + x / local[1]);
    CHECK_EQ(out[5 * i + 3], y);
    CHECK_EQ(out[5 * i + 4], x);
  }
  sycl::free(out, q);
}

void run_3d(sycl::queue &q, sycl::range<3> global, sycl::range<3> local) {
  const std::size_t n = global.size();
  std::size_t *out = sycl::malloc_shared<std::size_t>(4 * n, q);
  q.parallel_for(sycl::nd_range<3>(global, local), [=](const sycl::nd_item<3> &it) {
     const sycl::id<3> g = it.get_global_id();
     std::size_t *o = out + 4 * ((g[0] * global[1] + g[1]) * global[2] + g[2]);
     o[0] = it.get_global_linear_id();
     o[1] = it.get_local_linear_id();
     o[2] = it.get_group().get_group_linear_id();
     // As SYCL 1.2.1 spells it.
     const sycl::group<3> group = it.get_group();
     o[3] = group.get_linear_id() == o[2] && group.get_global_range() == global &&
            group.get_global_range(1) == global[1] && group.get_id() == group.get_group_id() &&
            group.get_id(2) == group.get_group_id(2);
   }).wait();
  const sycl::range<3> groups = global / local;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t z = i / (global[1] * global[2]), y = i / global[2] % global[1],
                      x = i % global[2];
    CHECK_EQ(out[4 * i], i);
    CHECK_EQ(out[4 * i + 1],
             (z % local[0] * local[1] + y % local[1]) * local[2] + x % local[2]);
    CHECK_EQ(out[4 * i + 3], 1u);
    CHECK_EQ(out[4 * i + 2],
             (z / local[0] * groups[1] + y / local[1]) * groups[2] + x / local[2]);
  }
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  run_2d(q, {4, 4}, {2, 2});
  run_2d(q, {3, 35}, {1, 7});
  run_2d(q, {12, 5}, {4, 5});
  run_2d(q, {1, 64}, {1, 16});
  run_3d(q, {4, 4, 4}, {2, 2, 2});
  run_3d(q, {2, 9, 5}, {1, 3, 5});
  run_3d(q, {6, 1, 14}, {3, 1, 7});
  return check::result();
}

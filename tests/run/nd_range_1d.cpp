//! also = ["-O0", "-O2 -fno-scythe-mlir"]
// What an nd_item says about itself in one dimension.
#include "check.hpp"

struct record {
  std::size_t global, global_linear, local, local_linear, group, group_linear, group_range,
      global_range, local_range, members;
};

int main() {
  sycl::queue q;
  for (auto [n, l] : {std::pair<std::size_t, std::size_t>{1, 1}, {8, 1}, {8, 8}, {96, 3}, {70, 7},
                      {1024, 64}, {999, 27}, {0, 4}}) {
    record *out = sycl::malloc_shared<record>(n + 1, q);
    q.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
       const sycl::group<1> group = it.get_group();
       const bool members =
           group.get_group_id() == it.get_group(0) && group[0] == group.get_group_id(0) &&
           group.get_local_id() == it.get_local_id() &&
           group.get_local_range() == it.get_local_range() &&
           group.get_group_range(0) == it.get_group_range(0) &&
           group.get_max_local_range() == it.get_local_range() &&
           group.get_group_linear_range() == it.get_group_range().size() &&
           group.get_local_linear_range() == it.get_local_range().size() &&
           group.leader() == (it.get_local_id(0) == 0) &&
           it.get_nd_range().get_global_range() == it.get_global_range() &&
           it.get_nd_range().get_local_range() == it.get_local_range();
       out[it.get_global_linear_id()] = {it.get_global_id(0),   it.get_global_linear_id(),
                                         it.get_local_id(0),    it.get_local_linear_id(),
                                         it.get_group(0),       it.get_group_linear_id(),
                                         it.get_group_range(0), it.get_global_range(0),
                                         it.get_local_range(0), members ? 1u : 0u};
     }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      CHECK_EQ(out[i].global, i);
      CHECK_EQ(out[i].global_linear, i);
      CHECK_EQ(out[i].local, i % l);
      CHECK_EQ(out[i].local_linear, i % l);
      CHECK_EQ(out[i].group, i / l);
      CHECK_EQ(out[i].group_linear, i / l);
      CHECK_EQ(out[i].group_range, n / l);
      CHECK_EQ(out[i].global_range, n);
      CHECK_EQ(out[i].local_range, l);
      CHECK_EQ(out[i].members, 1);
    }
    sycl::free(out, q);
  }
  return check::result();
}

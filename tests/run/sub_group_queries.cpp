//! also = ["-O2 -fno-scythe-mlir"]
// Queries of sub-groups: consecutive work-items by local linear id, sizes that the device lists, a last sub-group
// that may be short, in all numbers of dimensions.
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <string>
#include <vector>

struct Answer {
  unsigned group_id, local_id, local_range, group_range, max_local_range;
  bool consistent;
};

Answer ask(sycl::sub_group g) {
  Answer answer{};
  answer.group_id = g.get_group_linear_id();
  answer.local_id = g.get_local_linear_id();
  answer.local_range = g.get_local_linear_range();
  answer.group_range = g.get_group_linear_range();
  answer.max_local_range = unsigned(g.get_max_local_range()[0]);
  answer.consistent = g.get_group_id()[0] == answer.group_id &&
                      g.get_local_id()[0] == answer.local_id &&
                      g.get_local_range()[0] == answer.local_range &&
                      g.get_group_range()[0] == answer.group_range &&
                      g.leader() == (answer.local_id == 0);
  return answer;
}

// `launch` starts the kernel; `size` is the sub-group size that it requires, or 0.
template <int Dimensions, typename Launch>
void run(sycl::queue &q, sycl::range<Dimensions> local, unsigned size, Launch launch) {
  sycl::range<Dimensions> global = local;
  global[Dimensions - 1] *= 2;
  const std::size_t n = global.size();
  Answer *out = sycl::malloc_shared<Answer>(n, q);
  launch(sycl::nd_range<Dimensions>(global, local), out);
  const unsigned max = out[0].max_local_range, items = unsigned(local.size());
  if (size)
    CHECK_EQ(max, size);
  else if (q.get_backend() != sycl::backend::opencl)
    CHECK_EQ(max, 32u);
  const std::vector<std::size_t> sizes =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  CHECK(std::count(sizes.begin(), sizes.end(), max) == 1);
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned l = unsigned(i) % items;
    CHECK(out[i].consistent);
    CHECK_EQ(out[i].max_local_range, max);
    CHECK_EQ(out[i].group_id, l / max);
    CHECK_EQ(out[i].local_id, l % max);
    CHECK_EQ(out[i].group_range, (items + max - 1) / max);
    CHECK_EQ(out[i].local_range, std::min(max, items - l / max * max));
  }
  sycl::free(out, q);
}

template <int Dimensions> void sizes(sycl::queue &q, sycl::range<Dimensions> local) {
  using range = sycl::nd_range<Dimensions>;
  using item = sycl::nd_item<Dimensions>;
  run(q, local, 0, [&](range r, Answer *out) {
    q.parallel_for(r, [=](item it) { out[reference::position(it)] = ask(it.get_sub_group()); })
        .wait();
  });
#define WITH_SIZE(N)                                                                               \
  if (check::has_sub_groups_of(N, q))                                                              \
  run(q, local, N, [&](range r, Answer *out) {                                                     \
    q.parallel_for(r, [=](item it) [[sycl::reqd_sub_group_size(N)]] {                              \
       out[reference::position(it)] = ask(it.get_sub_group());                                     \
     }).wait();                                                                                    \
  });
  WITH_SIZE(4)
  WITH_SIZE(8)
  WITH_SIZE(16)
  WITH_SIZE(32)
#undef WITH_SIZE
}

int main() {
  sycl::queue q;
  const std::vector<std::size_t> listed =
      q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  for (std::size_t size : {4, 8, 16, 32})
    if (size == 32 || q.get_backend() != sycl::backend::ext_oneapi_cuda)
      CHECK(std::count(listed.begin(), listed.end(), size) == 1);
  CHECK(q.get_device().get_info<sycl::info::device::max_num_sub_groups>() > 1);
  for (std::size_t local : {1, 4, 7, 32, 33, 100})
    sizes(q, sycl::range<1>(local));
  // Drivers may divide multi-dimensional groups into sub-groups in other ways.
  if (q.get_backend() != sycl::backend::opencl) {
    sizes(q, sycl::range<2>(3, 5));
    sizes(q, sycl::range<2>(8, 8));
    sizes(q, sycl::range<3>(3, 2, 7));
  }
  return check::result();
}

//! also = ["-O0"]
#include "kernels.hpp"

#include "../check.hpp"

#include <algorithm>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  std::size_t *out = sycl::malloc_shared<std::size_t>(7, q);
  const sycl::nd_range<1> space(64, 64);
  std::fill_n(out, 7, 0);
  LAUNCH_WITH_SUB_GROUPS_OF(8, q, q.parallel_for(space, sub_group_size<8>{out}));
  LAUNCH_WITH_SUB_GROUPS_OF(16, q, q.parallel_for(space, sub_group_size<16>{out + 1}));
  LAUNCH_WITH_SUB_GROUPS_OF(4, q, by_lambda<4>(q, out + 2));
  q.parallel_for(space, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
    out[3] = it.get_sub_group().get_max_local_range()[0];
  });
  other_unit(q, out + 4);
  q.wait();
  const std::size_t want[] = {8, 16, 4, 32, 8, 4, 16};
  CHECK_ALL(out, 7, [&](std::size_t i) { return check::has_sub_groups_of(want[i], q) ? want[i] : 0; });
  sycl::free(out, q);
  return check::result();
}

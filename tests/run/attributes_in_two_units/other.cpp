#include "kernels.hpp"

#include "../check.hpp"

void other_unit(sycl::queue &q, std::size_t *out) {
  const sycl::nd_range<1> space(64, 64);
  LAUNCH_WITH_SUB_GROUPS_OF(8, q, q.parallel_for(space, sub_group_size<8>{out}));
  LAUNCH_WITH_SUB_GROUPS_OF(4, q, by_lambda<4>(q, out + 1));
  LAUNCH_WITH_SUB_GROUPS_OF(
      16, q, q.parallel_for(space, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
        out[2] = it.get_sub_group().get_max_local_range()[0];
      }));
}

#include "kernels.hpp"

void other_unit(sycl::queue &q, std::size_t *out) {
  q.parallel_for(sycl::nd_range<1>(64, 64), sub_group_size<8>{out});
  by_lambda<4>(q, out + 1);
  q.parallel_for(sycl::nd_range<1>(64, 64),
                 [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
                   out[2] = it.get_sub_group().get_max_local_range()[0];
                 });
}

//! also = ["-O0"]
//! skip_device = { cuda = "sub-groups of GPUs have 32 work-items" }
#include "kernels.hpp"

#include "../check.hpp"

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  std::size_t *out = sycl::malloc_shared<std::size_t>(7, q);
  const sycl::nd_range<1> space(64, 64);
  q.parallel_for(space, sub_group_size<8>{out});
  q.parallel_for(space, sub_group_size<16>{out + 1});
  by_lambda<4>(q, out + 2);
  q.parallel_for(space, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
    out[3] = it.get_sub_group().get_max_local_range()[0];
  });
  other_unit(q, out + 4);
  q.wait();
  const std::size_t want[] = {8, 16, 4, 32, 8, 4, 16};
  CHECK_ALL(out, 7, [&](std::size_t i) { return want[i]; });
  sycl::free(out, q);
  return check::result();
}

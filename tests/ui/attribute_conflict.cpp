// Two attributes of one kernel must agree (SYCL 2020 5.8).
#include <sycl/sycl.hpp>

struct twice {
  [[sycl::reqd_work_group_size(8)]] [[sycl::reqd_work_group_size(16)]] void
  operator()(sycl::nd_item<1>) const {}
};

void run(sycl::queue &q) {
  const sycl::nd_range<1> space(8, 8);
  q.parallel_for(space, twice{});
  q.parallel_for(space, [=](sycl::nd_item<1>)
                            [[sycl::reqd_sub_group_size(8), intel::reqd_sub_group_size(4)]] {});
}

// An attribute must stand at the first declaration of a kernel (SYCL 2020 5.8).
#include <sycl/sycl.hpp>

struct kernel {
  void operator()(sycl::nd_item<1>) const;
};
[[sycl::reqd_sub_group_size(8)]] void kernel::operator()(sycl::nd_item<1>) const {}

void run(sycl::queue &q) { q.parallel_for(sycl::nd_range<1>(8, 8), kernel{}); }

//! flags = "-Werror"
// An attribute without an effect is a warning.
#include <sycl/sycl.hpp>

struct declared {
  void operator()(sycl::nd_item<1>) const [[sycl::reqd_sub_group_size(8)]];
};
[[sycl::reqd_sub_group_size(8)]] int variable = 1;
struct [[sycl::reqd_work_group_size(8)]] type {};
[[reqd_work_group_size(8)]] void without_scope();
[[sycl::required_sub_group_size(8)]] void misspelt();

// Sizes are positive integral constants, as many as an attribute has parameters.
#include <sycl/sycl.hpp>

struct function_objects {
  [[sycl::reqd_sub_group_size(0)]] void operator()(sycl::nd_item<1>) const {}
  [[sycl::reqd_work_group_size(8, -1)]] void operator()(sycl::nd_item<2>) const {}
  [[sycl::reqd_sub_group_size(4294967296)]] void operator()(sycl::nd_item<3>) const {}
  [[sycl::reqd_sub_group_size()]] void operator()(sycl::item<1>) const {}
  [[sycl::reqd_sub_group_size(8, 8)]] void operator()(sycl::item<2>) const {}
  [[sycl::reqd_work_group_size(1, 2, 3, 4)]] void operator()(sycl::item<3>) const {}
};

int variable = 8;

void lambdas(sycl::queue &q, int parameter) {
  const sycl::nd_range<1> space(8, 8);
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(0)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(variable)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(variable + 1)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8.0)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(undeclared)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(undeclared + 1)]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size]] {});
  q.parallel_for(space, [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(4, 4)]] -> void {});
}

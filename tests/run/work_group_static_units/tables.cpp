#include "tables.hpp"

int next_of_common(sycl::nd_item<1> it) {
  return common[(it.get_local_id(0) + 1) % it.get_local_range(0)];
}

int reversed(sycl::nd_item<1> it, int value) {
  static sycl::ext::oneapi::experimental::work_group_static<int[32]> values;
  const std::size_t l = it.get_local_id(0);
  values[l] = value;
  sycl::group_barrier(it.get_group());
  const int result = values[it.get_local_range(0) - 1 - l];
  sycl::group_barrier(it.get_group());
  return result;
}

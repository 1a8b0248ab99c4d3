#include "functions.hpp"

int sum_of_group(sycl::nd_item<1> item, int value) {
  return sycl::reduce_over_group(item.get_group(), more(value), sycl::plus<>());
}

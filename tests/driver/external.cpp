#include "external.hpp"

int triple(int x) { return 3 * x; }

int neighbour(sycl::nd_item<1> item, int value, int *tile) {
  tile[item.get_local_id(0)] = value;
  sycl::group_barrier(item.get_group());
  return tile[(item.get_local_id(0) + 1) % item.get_local_range(0)];
}

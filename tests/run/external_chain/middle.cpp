#include "chain.hpp"

int middle(sycl::nd_item<2> item, int value) { return 10 * last(item, value + 1) + 1; }
int back(int value) { return value + 7; }

void run_in_middle(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}), [=](sycl::nd_item<2> item) {
     out[item.get_global_linear_id()] = last(item, 0);
   }).wait();
}

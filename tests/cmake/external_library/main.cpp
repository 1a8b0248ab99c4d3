#include "functions.hpp"

#include <cstdio>

int main() {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  queue.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
    const int total = sum_of_group(item, int(item.get_local_id(0)));
    if (item.get_local_id(0) == 0)
      *sum = total;
  }).wait();
  const int result = *sum;
  std::printf("%d\n", result);
  sycl::free(sum, queue);
  return result == 36 ? 0 : 1;
}

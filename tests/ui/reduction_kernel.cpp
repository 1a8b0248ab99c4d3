// Kernels with reductions take a reference to each reducer, which cannot be copied: SYCL 2020 4.9.2.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  queue.parallel_for<class copies>(8, sycl::reduction(sum, sycl::plus<>()),
                                   [=](sycl::id<1>, auto total) { total += 1; });
  queue.parallel_for<class forgets>(sycl::nd_range<1>(8, 4), sycl::reduction(sum, sycl::plus<>()),
                                    [=](sycl::nd_item<1>) {});
  queue.parallel_for<class changes>(8, sycl::reduction(sum, sycl::plus<>()),
                                    [=](sycl::id<1>, auto &total) mutable { total += 1; });
  queue.parallel_for<class mixes>(8, sycl::reduction(sum, sycl::plus<>()), sum,
                                  [=](sycl::id<1>, auto &total) { total += 1; });
}

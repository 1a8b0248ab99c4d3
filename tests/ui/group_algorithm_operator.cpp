// Group algorithms take SYCL's function objects, of the type of the values: SYCL 2020 4.17.4.5.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
    sycl::reduce_over_group(item.get_group(), 1, [](int x, int y) { return x - y; });
    sycl::inclusive_scan_over_group(item.get_sub_group(), 1.0f, sycl::plus<int>());
    sycl::reduce_over_group(item.get_group(), 1.0f, sycl::bit_and<>());
  });
}

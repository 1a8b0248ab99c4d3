// Only sub-groups can shift values: SYCL 2020 4.17.4.2.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
    sycl::shift_group_left(item.get_group(), 1);
  });
}

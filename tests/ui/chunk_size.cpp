// The size of a chunk of a sub-group is a power of two, and not larger than its parent.
#include <sycl/sycl.hpp>

int main() {
  namespace ex = sycl::ext::oneapi::experimental;
  sycl::queue queue;
  queue.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
    ex::get_fixed_size_group<3>(item.get_sub_group());
    ex::chunked_partition<8>(ex::chunked_partition<4>(item.get_sub_group()));
  });
}

// Barriers are not supported yet and must be rejected, not miscompiled.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *data = sycl::malloc_shared<int>(64, queue);
  queue.parallel_for<class with_barrier>(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> item) {
    data[item.get_global_id(0)] = 1;
    sycl::group_barrier(item.get_group());
    data[item.get_global_id(0)] += data[item.get_global_id(0) ^ 1];
  });
}

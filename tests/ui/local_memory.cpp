// Local memory is not supported yet and must be rejected, not miscompiled.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *data = sycl::malloc_shared<int>(64, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> scratch(sycl::range<1>(8), handler);
    handler.parallel_for<class with_local_memory>(
        sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> item) {
          scratch[item.get_local_id(0)] = 1;
          data[item.get_global_id(0)] = scratch[item.get_local_id(0)];
        });
  });
}

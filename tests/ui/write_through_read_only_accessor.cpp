// A read-only accessor returns references to const.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  sycl::buffer<int, 1> buffer{sycl::range<1>(8)};
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor values(buffer, handler, sycl::read_only);
    handler.parallel_for<class writes>(sycl::range<1>(8), [=](sycl::id<1> i) { values[i] = 1; });
  });
}

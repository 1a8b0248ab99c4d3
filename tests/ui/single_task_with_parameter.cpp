// single_task passes no argument to its kernel.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.single_task<class wants_an_id>([=](sycl::id<1>) {});
}

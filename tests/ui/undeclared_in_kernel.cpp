// An error in a kernel is reported once.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.single_task<class k>([=] { soup(); });
}

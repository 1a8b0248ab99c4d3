// A kernel must accept the arguments of its launch: SYCL 2020 4.9.4.2.2.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.parallel_for<class wrong_parameter>(sycl::range<1>(8), [=](const char *) {});
}

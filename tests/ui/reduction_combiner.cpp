// The members of a reducer depend on the combiner and its identity: SYCL 2020 4.9.2.3.
#include <sycl/sycl.hpp>
#include <string>

int main() {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  auto largest = sycl::reduction(sum, [](int x, int y) { return x < y ? y : x; });
  queue.parallel_for<class operators>(8, largest, [=](sycl::id<1>, auto &most) { most += 1; });
  queue.parallel_for<class identities>(8, largest,
                                       [=](sycl::id<1>, auto &most) { most.identity(); });
  std::string text;
  sycl::reduction(&text, [](std::string x, std::string y) { return x + y; });
  sycl::reduction(sum, [](const char *x, const char *y) { return x < y; });
  sycl::reduction(sycl::span<int>(sum, 1), sycl::plus<>());
}

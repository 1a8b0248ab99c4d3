//! also = ["-O0"]
// One-dimensional ranges of sizes that divide nothing, zero included.
#include "check.hpp"

int main() {
  sycl::queue q;
  for (std::size_t n : {0, 1, 2, 3, 7, 8, 31, 64, 65, 100, 1000, 4099, 100003}) {
    // A guard element behind the range shows whether too many items run.
    int *data = sycl::malloc_shared<int>(n + 1, q);
    q.fill(data, -1, n + 1).wait();
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] = 3 * int(i) + 1; }).wait();
    CHECK_ALL(data, n, [](std::size_t i) { return 3 * int(i) + 1; });
    CHECK_EQ(data[n], -1);

    std::size_t *range = sycl::malloc_shared<std::size_t>(n + 1, q);
    q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> item) {
       range[item.get_linear_id()] = item.get_range(0) + item.get_id(0);
     }).wait();
    CHECK_ALL(range, n, [=](std::size_t i) { return n + i; });

    // Reads its own element: nothing may run twice.
    q.parallel_for(n, [=](int i) { data[i] += 10; }).wait();
    CHECK_ALL(data, n, [](std::size_t i) { return 3 * int(i) + 11; });
    sycl::free(data, q);
    sycl::free(range, q);
  }
  return check::result();
}

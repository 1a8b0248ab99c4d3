//! also = ["-O0"]
#include "../check.hpp"
#include "scale.hpp"

int main() {
  sycl::queue q;
  constexpr std::size_t n = 1001;
  int *data = sycl::malloc_shared<int>(n, q);
  q.fill(data, 1, n).wait();
  scale(q, data, n, 3);         // 3
  scale_unnamed(q, data, n, 2); // 8
  q.parallel_for(n, add_one{data}).wait(); // 9
  other_unit(q, data, n);       // 9 * 5 = 45, 45 * 7 + 7 = 322, 323
  CHECK_ALL(data, n, [](std::size_t) { return 323; });
  sycl::free(data, q);
  return check::result();
}

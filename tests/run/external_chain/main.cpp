//! also = ["-O0"]
// Functions that call functions of further translation units, with barriers in them.
#include "chain.hpp"

#include "../check.hpp"

int first_of_group(std::size_t i) {
  const std::size_t row = i / 8 / 2 * 2, column = i % 8 / 4 * 4;
  return int(row * 8 + column);
}

int main() {
  sycl::queue q;
  constexpr std::size_t size = 32;
  int *out = sycl::malloc_shared<int>(size, q);
  q.parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}), [=](sycl::nd_item<2> item) {
     out[item.get_global_linear_id()] = middle(item, int(item.get_global_linear_id()));
   }).wait();
  CHECK_ALL(out, size, [](std::size_t i) { return 10 * (int(i) + 8 + first_of_group(i)) + 1; });
  run_in_middle(q, out);
  CHECK_ALL(out, size, [](std::size_t i) { return 7 + first_of_group(i); });
  run_in_last(q, out);
  CHECK_ALL(out, size, [](std::size_t i) { return 10 * (13 + first_of_group(i)) + 1; });
  sycl::free(out, q);
  return check::result();
}

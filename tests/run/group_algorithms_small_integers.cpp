// Reductions and scans over work-groups: bool, characters and short, every operator.
#include "group_algorithms.hpp"

template <typename T, template <typename> typename... Op> void types(sycl::queue &q) {
  for (std::size_t local : {1, 7, 48})
    groups::run_operators<groups::of_work_group, T, Op...>(q, sycl::range<1>(local));
}

int main() {
  sycl::queue q;
  types<bool, sycl::plus, sycl::bit_xor, sycl::logical_and, sycl::logical_or>(q);
  types<char, sycl::multiplies, sycl::minimum, sycl::bit_and>(q);
  types<unsigned char, sycl::plus, sycl::maximum>(q);
  types<short, sycl::plus, sycl::maximum, sycl::bit_or>(q);
  types<unsigned short, sycl::minimum, sycl::bit_xor>(q);
  return check::result();
}

//! also = ["-O0"]
// Reductions and scans over work-groups: int, long and long long, every operator.
#include "group_algorithms.hpp"

template <typename T, template <typename> typename... Op> void types(sycl::queue &q) {
  for (std::size_t local : {1, 5, 64, 100})
    groups::run_operators<groups::of_work_group, T, Op...>(q, sycl::range<1>(local));
}

int main() {
  sycl::queue q;
  types<int, sycl::plus, sycl::multiplies, sycl::minimum, sycl::bit_and>(q);
  types<unsigned, sycl::maximum, sycl::bit_or>(q);
  types<long, sycl::multiplies, sycl::maximum, sycl::bit_xor>(q);
  types<unsigned long long, sycl::plus, sycl::minimum>(q);
  return check::result();
}

// Reductions and scans over work-groups: float and double, every operator; groups of every number
// of dimensions and of the largest size.
#include "group_algorithms.hpp"

template <typename T, template <typename> typename... Op> void types(sycl::queue &q) {
  for (std::size_t local : {1, 6, 64, 77})
    groups::run_operators<groups::of_work_group, T, Op...>(q, sycl::range<1>(local));
}

int main() {
  sycl::queue q;
  types<float, sycl::plus, sycl::multiplies, sycl::minimum>(q);
  types<double, sycl::multiplies, sycl::maximum>(q);
  groups::run<groups::of_work_group, float>(q, sycl::range<2>(3, 5), sycl::plus<float>());
  groups::run<groups::of_work_group, double>(q, sycl::range<3>(2, 3, 7), sycl::maximum<double>());
#ifdef SCYTHE_TEST_FULL
  groups::run<groups::of_work_group, double>(q, sycl::range<2>(3, 5), sycl::plus<double>());
  groups::run<groups::of_work_group, float>(q, sycl::range<3>(2, 3, 7), sycl::maximum<float>());
#endif
  const std::size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  groups::run<groups::of_work_group, double>(q, sycl::range<1>(most), sycl::plus<double>());
  groups::run<groups::of_work_group, int>(q, sycl::range<1>(most), sycl::maximum<int>());
  return check::result();
}

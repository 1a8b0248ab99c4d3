// Reductions and scans over work-groups: float and double, every operator; groups of every number
// of dimensions and of the largest size.
#include "group_algorithms.hpp"

template <typename T> void types(sycl::queue &q, const std::string &type) {
  for (std::size_t local : {1, 6, 64, 77})
    groups::run_operators<groups::of_work_group, T>(q, sycl::range<1>(local), type);
  groups::run<groups::of_work_group, T>(q, sycl::range<2>(3, 5), sycl::plus<T>(), type);
  groups::run<groups::of_work_group, T>(q, sycl::range<3>(2, 3, 7), sycl::maximum<T>(), type);
}

int main() {
  sycl::queue q;
  types<float>(q, "float");
  types<double>(q, "double");
  const std::size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  groups::run<groups::of_work_group, double>(q, sycl::range<1>(most), sycl::plus<double>(), "plus");
  groups::run<groups::of_work_group, int>(q, sycl::range<1>(most), sycl::maximum<int>(), "maximum");
  return check::result();
}

//! also = ["-O0"]
// Reductions and scans over work-groups: int, long and long long, every operator.
#include "group_algorithms.hpp"

template <typename T> void types(sycl::queue &q, const std::string &type) {
  for (std::size_t local : {1, 5, 64, 100})
    groups::run_operators<groups::of_work_group, T>(q, sycl::range<1>(local), type);
}

template <typename T> void other_sign(sycl::queue &q, const std::string &type) {
  for (std::size_t local : {1, 50})
    groups::run_signed_operators<groups::of_work_group, T>(q, sycl::range<1>(local), type);
}

int main() {
  sycl::queue q;
  types<int>(q, "int");
  other_sign<unsigned>(q, "unsigned");
  types<long>(q, "long");
  other_sign<unsigned long long>(q, "unsigned long long");
  return check::result();
}

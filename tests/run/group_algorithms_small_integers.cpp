// Reductions and scans over work-groups: bool, characters and short, every operator.
#include "group_algorithms.hpp"

template <typename T> void types(sycl::queue &q, const std::string &type) {
  for (std::size_t local : {1, 7, 48})
    groups::run_operators<groups::of_work_group, T>(q, sycl::range<1>(local), type);
}

template <typename T> void other_sign(sycl::queue &q, const std::string &type) {
  for (std::size_t local : {1, 50})
    groups::run_signed_operators<groups::of_work_group, T>(q, sycl::range<1>(local), type);
}

int main() {
  sycl::queue q;
  types<bool>(q, "bool");
  types<char>(q, "char");
  other_sign<unsigned char>(q, "unsigned char");
  types<short>(q, "short");
  other_sign<unsigned short>(q, "unsigned short");
  return check::result();
}

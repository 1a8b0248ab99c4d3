// A SYCL_EXTERNAL function is device code even if no kernel of this file calls it; so are its callees.
#include <sycl/sycl.hpp>

int helper(int n) {
  if (n > 3)
    throw n;
  return n;
}

[[clang::sycl_external]] int exported(int n) { return helper(n); }
struct with_member {
  [[clang::sycl_external]] int member(int n) const { return n < 0 ? throw n : n; }
};

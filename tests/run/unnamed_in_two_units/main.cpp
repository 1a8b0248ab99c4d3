//! plain_kernels = true
#include "../check.hpp"
#include "units.hpp"

int main() {
  sycl::queue q;
  CHECK_EQ(from_first(q), 111);
  CHECK_EQ(from_second(q), 222);
  CHECK_EQ(from_first(q), 111);
  return check::result();
}

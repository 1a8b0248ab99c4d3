//! also = ["-O0"]
#include "../check.hpp"
#include "units.hpp"

int external(int x) { return x; }

int main() {
  sycl::queue q;
  CHECK_EQ(from_first(q), 11111);
  CHECK_EQ(from_second(q), 21222);
  CHECK_EQ(from_first(q), 11111);
  // The header's kernel again: in this unit it need not be completed at link time.
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 1;
  run_in_header(q, p);
  CHECK_EQ(*p, 1001);
  sycl::free(p, q);
  return check::result();
}

// Warnings before an error are printed once, too.
//! flags = "-Wall"
#include <sycl/sycl.hpp>

int main() {
  const int one = 1;
  one == 2;
  return soup;
}

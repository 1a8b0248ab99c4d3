// An error in host code is reported once, although several passes compile it.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue
  return 0;
}

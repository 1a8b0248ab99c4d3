#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);

int doubled(int value) {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *out = twice(value); }).wait();
  const int result = *out;
  sycl::free(out, q);
  return result;
}

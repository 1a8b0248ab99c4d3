//! flags = "-O2 -Wno-everything -Werror=scythe-null-pointer"
// Warnings about kernels become errors as clang's do.
#include <sycl/sycl.hpp>

void launch(sycl::queue &q) {
  int *p = nullptr;
  q.single_task([=] { *p = 1; });
}

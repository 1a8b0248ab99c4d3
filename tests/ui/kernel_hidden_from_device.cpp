// A kernel that exists in host code only.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *out) {
#ifndef __SYCL_DEVICE_ONLY__
  q.single_task<class hidden>([=] { *out = 1; });
#endif
  q.single_task<class visible>([=] { *out = 2; });
}

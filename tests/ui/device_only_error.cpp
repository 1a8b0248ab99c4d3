// Errors of the device pass alone are shown, and nothing else.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *out) {
  q.single_task<class device_error>([=] {
#ifdef __SYCL_DEVICE_ONLY__
    *out = not_there;
#endif
  });
}

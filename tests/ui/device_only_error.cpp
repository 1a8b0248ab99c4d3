// What only the device pass reports is shown, and only that.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *out) {
  q.single_task<class device_error>([=] {
#ifdef __SYCL_DEVICE_ONLY__
    *out = not_there;
#endif
  });
}

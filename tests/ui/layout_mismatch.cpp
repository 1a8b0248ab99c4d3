// The type of a captured variable depends on the pass: host and device would disagree about its bytes.
#include <sycl/sycl.hpp>

struct Settings {
  int first;
#ifdef __SYCL_DEVICE_ONLY__
  char second;
#else
  long second;
#endif
};

void run(sycl::queue &q, int *out) {
  Settings settings{1, 2};
  q.single_task<class mismatch>([=] { *out = settings.first; });
}

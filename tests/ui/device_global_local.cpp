// A static variable of a function cannot be a device global variable.
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

void run(sycl::queue &q) {
  static device_global<int> local;
  q.single_task<class kernel>([] { local = 1; });
}

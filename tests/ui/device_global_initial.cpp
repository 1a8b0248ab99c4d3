// The initial value of a device global variable must be known at compile time.
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

int count();
struct counted {
  counted() : value(count()) {}
  int value;
};
device_global<counted> computed;
device_global<int> fine;

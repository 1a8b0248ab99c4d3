// The initial value of a variable that lives on devices must be known at compile time.
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

int count();
struct counted {
  counted() : value(count()) {}
  int value;
};
device_global<counted> computed;
device_global<int> fine;

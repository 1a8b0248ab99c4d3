// Exceptions cannot be used in device code (SYCL 2020 5.4); `noexcept` can.
#include <sycl/sycl.hpp>

int checked(int n) noexcept(false) {
  if (n < 0)
    throw n;
  return n;
}

// A line in a template is reported once, for all instantiations.
template <typename T> T guarded(T value) {
  try {
    return value + 1;
  } catch (...) {
    return value;
  }
}

void run(sycl::queue &q, int *out) {
  q.single_task<class first>([=] { out[0] = checked(guarded(1)); });
  q.single_task<class second>([=] { out[1] = checked(int(guarded(2.0f))); });
  q.single_task<class third>([=] { out[2] = guarded(3); });
  if (checked(1))
    throw 2;
}

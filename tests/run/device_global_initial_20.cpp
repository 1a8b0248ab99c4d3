//! flags = "-std=c++20"
// Initial values of device global variables.
#include "check.hpp"

using namespace sycl::ext::oneapi::experimental;
namespace oneapi = sycl::ext::oneapi;

struct fraction {
  constexpr fraction(int n, int d) : numerator(n), denominator(d) {}
  int numerator;
  int denominator;
};
struct plain {
  int a;
  bool b;
  float c;
  int d[4];
};
constexpr plain first{5, true, 2.5f, {1, 2, 3, 4}};
constexpr plain second{7, false, 4.5f, {5, 6, 7, 8}};

device_global<int> number{3};
device_global<int, decltype(properties(device_image_scope))> scoped{5};
device_global<int[3], decltype(properties(device_image_scope))> three{5, 2, 3};
device_global<int[3][2]> pairs{3, 4, 5, 6, 7, 8};
device_global<float> from_double{4.5};
device_global<bool> yes{true};
device_global<fraction> half{1, 2};
device_global<plain[2]> structures{first, second};
device_global<const int> constant{17};
oneapi::device_global<int, oneapi::property_list_t<
                               oneapi::device_image_scope::value_t,
                               oneapi::host_access::value_t<oneapi::host_access::access::read>>>
    dm1{9};

int main() {
  sycl::queue q;
  // Commands see the values before any kernel runs.
  int value = 0;
  q.copy(number, &value).wait();
  CHECK_EQ(value, 3);
  q.copy(dm1, &value).wait();
  CHECK_EQ(value, 9);
  q.copy(constant, &value).wait();
  CHECK_EQ(value, 17);
  int values[6] = {};
  q.copy(pairs, values).wait();
  CHECK_ALL(values, 6, [](std::size_t i) { return static_cast<int>(i) + 3; });
  plain both[2] = {};
  q.memcpy(both, structures).wait();
  CHECK_EQ(both[0].c, 2.5f);
  CHECK_EQ(both[1].d[3], 8);

  int *out = sycl::malloc_shared<int>(16, q);
  q.single_task([=] {
     int i = 0;
     out[i++] = number;
     out[i++] = scoped;
     for (int k = 0; k < 3; ++k)
       out[i++] = three[k];
     out[i++] = pairs[2][1];
     out[i++] = from_double == 4.5f;
     out[i++] = yes;
     out[i++] = half.get().denominator;
     out[i++] = structures[1].a;
     out[i++] = constant;
     out[i++] = dm1;
     number = 4;
   }).wait();
  const int want[] = {3, 5, 5, 2, 3, 8, 1, 1, 2, 7, 17, 9};
  CHECK_ALL(out, 12, [&](std::size_t i) { return want[i]; });
  // Values that a kernel wrote are kept.
  q.single_task([=] { out[0] = number; }).wait();
  CHECK_EQ(out[0], 4);
  static_assert(decltype(dm1)::has_property<oneapi::host_access>());
  static_assert(decltype(dm1)::get_property<oneapi::host_access>().value ==
                oneapi::host_access::access::read);
  static_assert(!decltype(number)::has_property<device_image_scope_key>());
  sycl::free(out, q);
  return check::result();
}

// `using namespace sycl` beside `using namespace std` and <math.h>, which has std's functions in the
// global namespace: no call is ambiguous, on the host and in kernels.
#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <math.h>
#include <vector>

using namespace std;
using namespace sycl;

// Vectors and arrays call SYCL's functions, and arguments that only std's functions accept call those.
struct Arrays {
  float4 larger, smaller, within, number, power;
  mfloat4 array;
  int4 view;
  sycl::half half;
  float apart;
};
inline Arrays arrays(float4 x, float4 y) {
  return {max(x, y),
          min(x, y),
          clamp(x, float4(2), float4(3)),
          max(x, 2.5f),
          pow(x, y),
          max(mfloat4(1, 2, 3, 4), mfloat4(4, 3, 2, 1)),
          min(int4(1, 2, 3, 4), int4(1, 2, 3, 4).swizzle<3, 2, 1, 0>()),
          max(sycl::half(1), sycl::half(2)),
          distance(float2(1, 1), float2(4, 5))};
}
inline void check_arrays(const Arrays &r) {
  for (int i = 0; i < 4; ++i) {
    const float x = i + 1, y = 4 - i;
    CHECK_EQ(r.larger[i], x > y ? x : y);
    CHECK_EQ(r.smaller[i], x < y ? x : y);
    CHECK_EQ(r.within[i], x < 2 ? 2 : x > 3 ? 3 : x);
    CHECK_EQ(r.number[i], x > 2.5f ? x : 2.5f);
    CHECK(std::fabs(r.power[i] - std::pow(x, y)) < 1e-4f * std::pow(x, y));
    CHECK_EQ(r.array[i], r.larger[i]);
    CHECK_EQ(r.view[i], int(r.smaller[i]));
  }
  CHECK_EQ(float(r.half), 2.0f);
  CHECK_EQ(r.apart, 5.0f);
}

inline void check_more(sycl::queue &q) {
  const float4 x(1, 2, 3, 4), y(4, 3, 2, 1);
  check_arrays(arrays(x, y));
  Arrays *there = sycl::malloc_shared<Arrays>(1, q);
  q.single_task([=] { *there = arrays(x, y); }).wait();
  check_arrays(*there);
  sycl::free(there, q);

  const std::vector<int> five(5);
  CHECK_EQ(distance(five.begin(), five.end()), 5);
  CHECK_EQ(min({3, 1, 2}) + max(1.0f, 2.0f, std::greater<float>()), 2.0f);
  CHECK_EQ(abs(std::complex<double>(3, 4)) + double(sqrt(4.0L)) + hypot(2.0, 3.0, 6.0), 14.0);
}

#include "math_calls.hpp"

// Calls of functions that C, the standard library and SYCL all have, with arguments of all types, as using directives
// before this header resolve them. Any of the functions may be chosen, as long as the call is not ambiguous and the
// result is that of std's function of double.
#pragma once

#include "check.hpp"

#include <cmath>
#include <string>

struct Results {
  double got[600], want[600];
  int count;
};

inline bool is_near(double got, double want) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want);
  return got == want || std::fabs(got - want) <= 1e-3 + 1e-3 * std::fabs(want);
}

#define SAY(call, reference)                                                                       \
  r.got[r.count] = static_cast<double>(call);                                                      \
  r.want[r.count++] = static_cast<double>(reference);
#define ONE(f) SAY(f(x), std::f(double(x))) SAY(f(d), std::f(d)) SAY(f(i), std::f(double(i)))
#define TWO(f)                                                                                     \
  SAY(f(x, y), std::f(double(x), double(y))) SAY(f(d, e), std::f(d, e))                            \
  SAY(f(i, j), std::f(double(i), double(j))) SAY(f(i, d), std::f(double(i), d))                    \
  SAY(f(d, i), std::f(d, double(i))) SAY(f(x, i), std::f(double(x), double(i)))                    \
  SAY(f(i, x), std::f(double(i), double(x))) SAY(f(x, d), std::f(double(x), d))                    \
  SAY(f(d, x), std::f(d, double(x)))
#define THREE(f)                                                                                   \
  SAY(f(x, y, x), std::f(double(x), double(y), double(x))) SAY(f(d, e, d), std::f(d, e, d))        \
  SAY(f(i, j, i), std::f(double(i), double(j), double(i)))                                         \
  SAY(f(x, d, i), std::f(double(x), d, double(i))) SAY(f(x, i, y), std::f(double(x), double(i), double(y)))

inline void all_calls(Results &r, float x, float y, double d, double e, int i, int j) {
  r.count = 0;
  ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(ceil) ONE(cos)
  ONE(cosh) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(expm1) ONE(fabs) ONE(floor) ONE(lgamma)
  ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(rint) ONE(round) ONE(sin) ONE(sinh)
  ONE(sqrt) ONE(tan) ONE(tanh) ONE(tgamma) ONE(trunc) ONE(ilogb) ONE(abs)
  TWO(atan2) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(pow)
  TWO(remainder) THREE(fma)
  SAY(nextafter(x, y), std::nextafter(x, y)) SAY(nextafter(d, e), std::nextafter(d, e))
  SAY(exp10(d), std::pow(10.0, d)) SAY(exp10(x), std::pow(10.0, double(x)))
  SAY(exp10(i), std::pow(10.0, double(i)))
  SAY(min(x, y), x < y ? x : y) SAY(max(x, y), x < y ? y : x) SAY(min(d, e), d < e ? d : e)
  SAY(max(d, e), d < e ? e : d) SAY(min(i, j), i < j ? i : j) SAY(max(i, j), i < j ? j : i)
  SAY(clamp(i, 0, 1), i < 0 ? 0 : i > 1 ? 1 : i) SAY(clamp(x, 0.f, 1.f), x < 0 ? 0 : x > 1 ? 1 : x)
  SAY(clamp(d, 0.0, 1.0), d < 0 ? 0 : d > 1 ? 1 : d) SAY(abs(-7L), 7) SAY(abs(-7LL), 7)
  SAY(ldexp(x, i), std::ldexp(x, i)) SAY(ldexp(d, i), std::ldexp(d, i))
  SAY(ldexp(i, i), std::ldexp(double(i), i))
  SAY(isnan(x), x != x) SAY(isnan(d), d != d) SAY(isinf(d), false) SAY(isinf(x), false)
  SAY(isfinite(d), true) SAY(isfinite(x), true) SAY(isnormal(d), d != 0) SAY(isnormal(x), x != 0)
  SAY(signbit(x), x < 0) SAY(signbit(d), d < 0)
  SAY(isgreater(x, y), x > y) SAY(isgreater(d, e), d > e) SAY(isless(x, y), x < y)
  SAY(isless(d, e), d < e) SAY(isgreaterequal(d, e), d >= e) SAY(islessequal(d, e), d <= e)
  SAY(islessgreater(d, e), d < e || d > e) SAY(isunordered(d, e), false)
  double whole;
  float float_whole;
  int power, quotient;
  SAY(modf(d, &whole), d - std::trunc(d)) SAY(whole, std::trunc(d))
  SAY(modf(x, &float_whole), x - std::trunc(x)) SAY(float_whole, std::trunc(x))
  SAY(modf(i, &whole), 0)
  SAY(std::ldexp(double(frexp(d, &power)), power), d)
  SAY(std::ldexp(double(frexp(x, &power)), power), x)
  SAY(std::ldexp(double(frexp(i, &power)), power), i)
  SAY(remquo(d, e, &quotient), std::remainder(d, e)) SAY(remquo(x, y, &quotient), std::remainder(x, y))
  SAY(lgamma_r(d, &power), std::lgamma(d)) SAY(lgamma_r(x, &power), std::lgamma(x))
}

float (*const sine)(float) = sycl::sin;

struct Celsius {
  operator float() const { return 2.25f; }
};

inline void compare(const Results &r, const char *where) {
  CHECK(r.count > 200);
  for (int k = 0; k < r.count; ++k)
    check::report(is_near(r.got[k], r.want[k]), where, k,
                  "call " + std::to_string(k) + " is " + std::to_string(r.got[k]) + ", expected " +
                      std::to_string(r.want[k]));
}

int main() {
  static Results here;
  all_calls(here, 0.75f, 1.5f, 1.25, 0.5, 3, 2);
  compare(here, "host");
  all_calls(here, 2.5f, -1.5f, -1.25, 3.5, -3, 2);
  compare(here, "host");

  sycl::queue q;
  Results *there = sycl::malloc_shared<Results>(1, q);
  float *same = sycl::malloc_shared<float>(2, q);
  float x = 0.75f;
  int i = 3;
  q.single_task([=] { all_calls(*there, x, 1.5f, 1.25, 0.5, i, 2); }).wait();
  compare(*there, "device");
  q.single_task([=] {
     all_calls(*there, 2.5f, -1.5f, -1.25, 3.5, -i, 2);
     same[0] = sycl::sqrt(Celsius());
     same[1] = sycl::fmax(Celsius(), x);
   }).wait();
  compare(*there, "device");
  CHECK_EQ(same[0], 1.5f);
  CHECK_EQ(same[1], 2.25f);
  CHECK_EQ(sine(0.0f), 0.0f);
  check_more(q);
  sycl::free(there, q);
  sycl::free(same, q);
  return check::result();
}

// SYCL 2020 §4.17.5: math functions.
//
// Where LLVM has an intrinsic, clang's elementwise builtin is used: it becomes
// that intrinsic whether or not errno matters, and the intrinsic can be
// vectorised. The others are functions of the C library.
#pragma once

#include <sycl/math/overloads.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {

// The tables below give each function a form for float, one for double, and one
// for arguments that are of different types or integers. Without it `sycl::sqrt(2)`
// would be ambiguous.
#define SCYTHE_MATH_1(name, float_form, double_form)                                               \
  SCYTHE_NUMBERS float name(float x) noexcept { return float_form(x); }                            \
  SCYTHE_NUMBERS double name(double x) noexcept { return double_form(x); }                         \
  SCYTHE_MIXED(1, name)
#define SCYTHE_MATH_2(name, float_form, double_form)                                               \
  SCYTHE_NUMBERS float name(float x, float y) noexcept { return float_form(x, y); }                \
  SCYTHE_NUMBERS double name(double x, double y) noexcept { return double_form(x, y); }            \
  SCYTHE_MIXED(2, name)
#define SCYTHE_INTRINSIC_1(name, builtin)                                                          \
  SCYTHE_MATH_1(name, __builtin_elementwise_##builtin, __builtin_elementwise_##builtin)
#define SCYTHE_INTRINSIC_2(name, builtin)                                                          \
  SCYTHE_MATH_2(name, __builtin_elementwise_##builtin, __builtin_elementwise_##builtin)
#define SCYTHE_LIBRARY_1(name) SCYTHE_MATH_1(name, __builtin_##name##f, __builtin_##name)
#define SCYTHE_LIBRARY_2(name) SCYTHE_MATH_2(name, __builtin_##name##f, __builtin_##name)

SCYTHE_INTRINSIC_1(acos, acos)
SCYTHE_INTRINSIC_1(asin, asin)
SCYTHE_INTRINSIC_1(atan, atan)
SCYTHE_INTRINSIC_1(ceil, ceil)
SCYTHE_INTRINSIC_1(cos, cos)
SCYTHE_INTRINSIC_1(cosh, cosh)
SCYTHE_INTRINSIC_1(exp, exp)
SCYTHE_INTRINSIC_1(exp2, exp2)
SCYTHE_INTRINSIC_1(exp10, exp10)
SCYTHE_INTRINSIC_1(fabs, abs)
SCYTHE_INTRINSIC_1(floor, floor)
SCYTHE_INTRINSIC_1(log, log)
SCYTHE_INTRINSIC_1(log2, log2)
SCYTHE_INTRINSIC_1(log10, log10)
SCYTHE_INTRINSIC_1(rint, roundeven)
SCYTHE_INTRINSIC_1(round, round)
SCYTHE_INTRINSIC_1(sin, sin)
SCYTHE_INTRINSIC_1(sinh, sinh)
SCYTHE_INTRINSIC_1(sqrt, sqrt)
SCYTHE_INTRINSIC_1(tan, tan)
SCYTHE_INTRINSIC_1(tanh, tanh)
SCYTHE_INTRINSIC_1(trunc, trunc)

SCYTHE_INTRINSIC_2(atan2, atan2)
SCYTHE_INTRINSIC_2(copysign, copysign)
SCYTHE_INTRINSIC_2(fmax, maxnum)
SCYTHE_INTRINSIC_2(fmin, minnum)
SCYTHE_INTRINSIC_2(fmod, fmod)
SCYTHE_INTRINSIC_2(pow, pow)

SCYTHE_LIBRARY_1(acosh)
SCYTHE_LIBRARY_1(asinh)
SCYTHE_LIBRARY_1(atanh)
SCYTHE_LIBRARY_1(erf)
SCYTHE_LIBRARY_1(erfc)
SCYTHE_LIBRARY_1(expm1)
SCYTHE_LIBRARY_1(log1p)
SCYTHE_LIBRARY_1(logb)
SCYTHE_LIBRARY_1(tgamma)

SCYTHE_LIBRARY_2(fdim)
SCYTHE_LIBRARY_2(hypot)
SCYTHE_LIBRARY_2(nextafter)
SCYTHE_LIBRARY_2(remainder)

SCYTHE_NUMBERS float fma(float a, float b, float c) noexcept {
  return __builtin_elementwise_fma(a, b, c);
}
SCYTHE_NUMBERS double fma(double a, double b, double c) noexcept {
  return __builtin_elementwise_fma(a, b, c);
}
SCYTHE_MIXED(3, fma)

namespace detail {

// The rest is made of the functions above, in templates for both precisions.

template <typename T> inline constexpr T pi_v = static_cast<T>(3.141592653589793);

// OpenCL allows cbrt two units in the last place, which is less than C libraries
// and their vector functions take. A step of Newton's method makes up for it.
SCYTHE_ALWAYS_INLINE inline double cbrt(double x) noexcept {
  const double root = __builtin_cbrt(x), square = root * root;
  const double step = sycl::fma(square, root, -x) / (3 * square);
  return __builtin_isfinite(step) ? root - step : root;
}
SCYTHE_ALWAYS_INLINE inline float cbrt(float x) noexcept {
  return static_cast<float>(__builtin_cbrt(x));
}

template <typename T> SCYTHE_ALWAYS_INLINE inline T acospi(T x) noexcept {
  return sycl::acos(x) / pi_v<T>;
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T asinpi(T x) noexcept {
  return sycl::asin(x) / pi_v<T>;
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T atanpi(T x) noexcept {
  return sycl::atan(x) / pi_v<T>;
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T atan2pi(T y, T x) noexcept {
  return sycl::atan2(y, x) / pi_v<T>;
}

// x without whole turns, as quarter turns and an angle of at most half of one.
// All steps but the last are exact, so sine and cosine get a small argument, and
// multiples of a half are hit exactly. An infinite x makes both NaN.
template <typename T> struct turn {
  T quarters; // -2 to 2
  T angle;

  SCYTHE_ALWAYS_INLINE explicit turn(T x) noexcept {
    const T rest = x - 2 * sycl::rint(x / 2);
    quarters = sycl::rint(rest * 2);
    angle = (rest - quarters / 2) * pi_v<T>;
  }
};

template <typename T> SCYTHE_ALWAYS_INLINE inline T sinpi(T x) noexcept {
  const turn<T> at(x);
  const T sine = sycl::sin(at.angle), cosine = sycl::cos(at.angle);
  const T result = at.quarters == 0    ? sine
                   : at.quarters == 1  ? cosine
                   : at.quarters == -1 ? -cosine
                                       : -sine;
  // Zeros have the sign of the argument.
  return result == 0 ? sycl::copysign(result, x) : result;
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T cospi(T x) noexcept {
  const turn<T> at(x);
  const T sine = sycl::sin(at.angle), cosine = sycl::cos(at.angle);
  const T result = at.quarters == 0    ? cosine
                   : at.quarters == 1  ? -sine
                   : at.quarters == -1 ? sine
                                       : -cosine;
  // Zeros are positive.
  return result == 0 ? T(0) : result;
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T tanpi(T x) noexcept {
  return sinpi(x) / cospi(x);
}

template <typename T> SCYTHE_ALWAYS_INLINE inline T rsqrt(T x) noexcept {
  return 1 / sycl::sqrt(x);
}

template <typename T> SCYTHE_ALWAYS_INLINE inline T maxmag(T x, T y) noexcept {
  const T a = sycl::fabs(x), b = sycl::fabs(y);
  return a > b ? x : b > a ? y : sycl::fmax(x, y);
}
template <typename T> SCYTHE_ALWAYS_INLINE inline T minmag(T x, T y) noexcept {
  const T a = sycl::fabs(x), b = sycl::fabs(y);
  return a < b ? x : b < a ? y : sycl::fmin(x, y);
}

} // namespace detail

SCYTHE_MATH_1(acospi, detail::acospi, detail::acospi)
SCYTHE_MATH_1(asinpi, detail::asinpi, detail::asinpi)
SCYTHE_MATH_1(atanpi, detail::atanpi, detail::atanpi)
SCYTHE_MATH_1(cbrt, detail::cbrt, detail::cbrt)
SCYTHE_MATH_1(cospi, detail::cospi, detail::cospi)
SCYTHE_MATH_1(rsqrt, detail::rsqrt, detail::rsqrt)
SCYTHE_MATH_1(sinpi, detail::sinpi, detail::sinpi)
SCYTHE_MATH_1(tanpi, detail::tanpi, detail::tanpi)
SCYTHE_MATH_2(atan2pi, detail::atan2pi, detail::atan2pi)
SCYTHE_MATH_2(maxmag, detail::maxmag, detail::maxmag)
SCYTHE_MATH_2(minmag, detail::minmag, detail::minmag)
// The base is not negative, by precondition.
SCYTHE_MATH_2(powr, __builtin_elementwise_pow, __builtin_elementwise_pow)

#undef SCYTHE_LIBRARY_2
#undef SCYTHE_LIBRARY_1
#undef SCYTHE_INTRINSIC_2
#undef SCYTHE_INTRINSIC_1
#undef SCYTHE_MATH_2
#undef SCYTHE_MATH_1

// As fma or with two roundings, whichever is faster.
SCYTHE_NUMBERS float mad(float a, float b, float c) noexcept {
#pragma clang fp contract(on)
  return a * b + c;
}
SCYTHE_NUMBERS double mad(double a, double b, double c) noexcept {
#pragma clang fp contract(on)
  return a * b + c;
}
SCYTHE_MIXED(3, mad)

// Float powers with an integer are computed in double, which holds every int.
SCYTHE_NUMBERS double pown(double x, int y) noexcept {
  return sycl::pow(x, static_cast<double>(y));
}
SCYTHE_NUMBERS float pown(float x, int y) noexcept {
  return static_cast<float>(pown(static_cast<double>(x), y));
}

namespace detail {

// The root of |x| and the sign that goes with odd roots.
SCYTHE_ALWAYS_INLINE inline double signed_root(double x, int y, double root) noexcept {
  if (y % 2 != 0)
    return sycl::copysign(root, x);
  return x < 0 || y == 0 ? std::numeric_limits<double>::quiet_NaN() : root;
}

} // namespace detail

SCYTHE_NUMBERS double rootn(double x, int y) noexcept {
  const double magnitude = sycl::fabs(x), degree = y;
  double root = sycl::pow(magnitude, 1 / degree);
  // 1/y is rounded, which large exponents magnify; a step of Newton's method
  // makes up for it.
  const double power = sycl::pow(root, degree);
  const double error = (magnitude - power) / power;
  if (sycl::fabs(error) < 1)
    root += root * (error / degree);
  return detail::signed_root(x, y, root);
}
SCYTHE_NUMBERS float rootn(float x, int y) noexcept {
  const double root = sycl::pow(static_cast<double>(sycl::fabs(x)), 1.0 / y);
  return static_cast<float>(detail::signed_root(x, y, root));
}

SCYTHE_NUMBERS float ldexp(float x, int k) noexcept {
  return __builtin_ldexpf(x, k);
}
SCYTHE_NUMBERS double ldexp(double x, int k) noexcept {
  return __builtin_ldexp(x, k);
}
SCYTHE_NUMBERS int ilogb(float x) noexcept { return __builtin_ilogbf(x); }
SCYTHE_NUMBERS int ilogb(double x) noexcept { return __builtin_ilogb(x); }

// Quiet NaNs with `nancode` in the bits that are free.
SCYTHE_NUMBERS float nan(std::uint32_t nancode) noexcept {
  return __builtin_bit_cast(float, 0x7fc00000u | (nancode & 0x003fffffu));
}
SCYTHE_NUMBERS double nan(std::uint64_t nancode) noexcept {
  return __builtin_bit_cast(double, 0x7ff8000000000000u | (nancode & 0x0007ffffffffffffu));
}

// Functions with a second result.

SCYTHE_NUMBERS float fract(float x, float *iptr) noexcept {
  *iptr = sycl::floor(x);
  return sycl::fmin(x - *iptr, 0x1.fffffep-1f);
}
SCYTHE_NUMBERS double fract(double x, double *iptr) noexcept {
  *iptr = sycl::floor(x);
  return sycl::fmin(x - *iptr, 0x1.fffffffffffffp-1);
}
SCYTHE_NUMBERS float frexp(float x, int *exp) noexcept {
  return __builtin_frexpf(x, exp);
}
SCYTHE_NUMBERS double frexp(double x, int *exp) noexcept {
  return __builtin_frexp(x, exp);
}
SCYTHE_NUMBERS float modf(float x, float *iptr) noexcept {
  return __builtin_modff(x, iptr);
}
SCYTHE_NUMBERS double modf(double x, double *iptr) noexcept {
  return __builtin_modf(x, iptr);
}
SCYTHE_NUMBERS float remquo(float x, float y, int *quo) noexcept {
  return __builtin_remquof(x, y, quo);
}
SCYTHE_NUMBERS double remquo(double x, double y, int *quo) noexcept {
  return __builtin_remquo(x, y, quo);
}
SCYTHE_NUMBERS float sincos(float x, float *cosval) noexcept {
  *cosval = sycl::cos(x);
  return sycl::sin(x);
}
SCYTHE_NUMBERS double sincos(double x, double *cosval) noexcept {
  *cosval = sycl::cos(x);
  return sycl::sin(x);
}

namespace detail {

// lgamma of the C library writes the sign to a global variable, which work-items
// must not share. These are declared under names of our own, as headers of the
// C library may or may not have declared the others.
float log_gamma(float x, int *sign) noexcept __asm__("lgammaf_r");
double log_gamma(double x, int *sign) noexcept __asm__("lgamma_r");

} // namespace detail

SCYTHE_NUMBERS float lgamma_r(float x, int *signp) noexcept {
  return detail::log_gamma(x, signp);
}
SCYTHE_NUMBERS double lgamma_r(double x, int *signp) noexcept {
  return detail::log_gamma(x, signp);
}
SCYTHE_NUMBERS float lgamma(float x) noexcept {
  int sign;
  return detail::log_gamma(x, &sign);
}
SCYTHE_NUMBERS double lgamma(double x) noexcept {
  int sign;
  return detail::log_gamma(x, &sign);
}

} // namespace sycl

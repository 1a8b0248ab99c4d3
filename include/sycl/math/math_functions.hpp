// SYCL 2020 §4.17.5: math functions.
//
// Where LLVM has an intrinsic, clang's elementwise builtin is used: it becomes that intrinsic
// independently of errno, and the intrinsic can be vectorised. The other functions are those of the
// C library.
#pragma once

#include <sycl/math/overloads.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl::inline _V1 {

// The tables below define each function for float, for double, and for arguments of different types
// or integers. Without the last, `sycl::sqrt(2)` would be ambiguous.
#define SCYTHE_MATH_1(name, float_form, double_form)                                               \
  SCYTHE_NUMBERS float name(float arg_x) noexcept { return float_form(arg_x); }                    \
  SCYTHE_NUMBERS double name(double arg_x) noexcept { return double_form(arg_x); }                 \
  SCYTHE_MIXED(1, name)
#define SCYTHE_MATH_2(name, float_form, double_form)                                               \
  SCYTHE_NUMBERS float name(float arg_x, float arg_y) noexcept {                                   \
    return float_form(arg_x, arg_y);                                                               \
  }                                                                                                \
  SCYTHE_NUMBERS double name(double arg_x, double arg_y) noexcept {                                \
    return double_form(arg_x, arg_y);                                                              \
  }                                                                                                \
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

SCYTHE_NUMBERS float fma(float arg_a, float arg_b, float arg_c) noexcept {
  return __builtin_elementwise_fma(arg_a, arg_b, arg_c);
}
SCYTHE_NUMBERS double fma(double arg_a, double arg_b, double arg_c) noexcept {
  return __builtin_elementwise_fma(arg_a, arg_b, arg_c);
}
SCYTHE_MIXED(3, fma)

namespace detail {

// The others are implemented with the functions above, in templates for both precisions.

template <typename ValueT> inline constexpr ValueT pi_v = static_cast<ValueT>(3.141592653589793);

// OpenCL allows cbrt an error of two units in the last place; C libraries and their vector
// functions have more. A step of Newton's method corrects that. It would be NaN for zeros, which
// -ffast-math assumes not to occur. With flushed subnormal numbers, the remainder of a small
// argument would be lost.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE ValueT closer_cbrt(ValueT arg_x, ValueT root) noexcept {
  const ValueT scale = __builtin_elementwise_abs(arg_x) < 1 ? ValueT(0x1p64) : ValueT(1);
  const ValueT square = root * root * scale;
  const ValueT step = sycl::fma(square, root, -arg_x * scale) / (3 * square);
  return arg_x != 0 && __builtin_isfinite(step) ? root - step : root;
}
SCYTHE_ALWAYS_INLINE inline double cbrt(double arg_x) noexcept {
  return closer_cbrt(arg_x, __builtin_cbrt(arg_x));
}
SCYTHE_ALWAYS_INLINE inline float cbrt(float arg_x) noexcept {
#if defined(__NVPTX__)
  return __builtin_cbrtf(arg_x);
#elif defined(__FAST_MATH__)
  // LLVM would derive the function of float from that of double.
  return closer_cbrt(arg_x, __builtin_cbrtf(arg_x));
#else
  return static_cast<float>(__builtin_cbrt(arg_x));
#endif
}

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// Functions that NVIDIA's library has and C's has not. The compiler resolves them.
#define SCYTHE_PTX_MATH(name)                                                                      \
  extern "C" __attribute__((const)) float __scythe_math_##name##f(float) noexcept;                 \
  extern "C" __attribute__((const)) double __scythe_math_##name(double) noexcept;                  \
  SCYTHE_ALWAYS_INLINE inline float name(float arg_x) noexcept {                                   \
    return __scythe_math_##name##f(arg_x);                                                         \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE inline double name(double arg_x) noexcept {                                 \
    return __scythe_math_##name(arg_x);                                                            \
  }
SCYTHE_PTX_MATH(rsqrt)
SCYTHE_PTX_MATH(sinpi)
SCYTHE_PTX_MATH(cospi)
#undef SCYTHE_PTX_MATH

#endif

template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT acospi(ValueT arg_x) noexcept {
  return sycl::acos(arg_x) / pi_v<ValueT>;
}
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT asinpi(ValueT arg_x) noexcept {
  return sycl::asin(arg_x) / pi_v<ValueT>;
}
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT atanpi(ValueT arg_x) noexcept {
  return sycl::atan(arg_x) / pi_v<ValueT>;
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT atan2pi(ValueT arg_y, ValueT arg_x) noexcept {
  return sycl::atan2(arg_y, arg_x) / pi_v<ValueT>;
}

// x without whole turns, as quarter turns and an angle of at most half a quarter turn. All steps
// but the last are exact, so sine and cosine get a small argument, and multiples of a half have
// exact results. For infinite x, both are NaN.
template <typename ValueT> struct turn {
  ValueT quarters; // -2 to 2
  ValueT angle;

  SCYTHE_ALWAYS_INLINE explicit turn(ValueT arg_x) noexcept {
    const ValueT rest = arg_x - 2 * sycl::rint(arg_x / 2);
    quarters = sycl::rint(rest * 2);
    angle = (rest - quarters / 2) * pi_v<ValueT>;
  }
};

template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT sinpi(ValueT arg_x) noexcept {
  const turn<ValueT> element_at(arg_x);
  const ValueT sine = sycl::sin(element_at.angle), cosine = sycl::cos(element_at.angle);
  const ValueT result = element_at.quarters == 0    ? sine
                   : element_at.quarters == 1  ? cosine
                   : element_at.quarters == -1 ? -cosine
                                       : -sine;
  // Zeros have the sign of the argument.
  return result == 0 ? sycl::copysign(result, arg_x) : result;
}
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT cospi(ValueT arg_x) noexcept {
  const turn<ValueT> element_at(arg_x);
  const ValueT sine = sycl::sin(element_at.angle), cosine = sycl::cos(element_at.angle);
  const ValueT result = element_at.quarters == 0    ? cosine
                   : element_at.quarters == 1  ? -sine
                   : element_at.quarters == -1 ? sine
                                       : -cosine;
  // Zeros are positive.
  return result == 0 ? ValueT(0) : result;
}
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT tanpi(ValueT arg_x) noexcept {
  return sinpi(arg_x) / cospi(arg_x);
}

template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT rsqrt(ValueT arg_x) noexcept {
  return 1 / sycl::sqrt(arg_x);
}

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT maxmag(ValueT arg_x, ValueT arg_y) noexcept {
  const ValueT arg_a = sycl::fabs(arg_x), arg_b = sycl::fabs(arg_y);
  return arg_a > arg_b ? arg_x : arg_b > arg_a ? arg_y : sycl::fmax(arg_x, arg_y);
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT minmag(ValueT arg_x, ValueT arg_y) noexcept {
  const ValueT arg_a = sycl::fabs(arg_x), arg_b = sycl::fabs(arg_y);
  return arg_a < arg_b ? arg_x : arg_b < arg_a ? arg_y : sycl::fmin(arg_x, arg_y);
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

// As fma or with two roundings, whichever is faster. clang expands macros in its pragmas.
#pragma push_macro("on")
#undef on
SCYTHE_NUMBERS float mad(float arg_a, float arg_b, float arg_c) noexcept {
#pragma clang fp contract(on)
  return arg_a * arg_b + arg_c;
}
SCYTHE_NUMBERS double mad(double arg_a, double arg_b, double arg_c) noexcept {
#pragma clang fp contract(on)
  return arg_a * arg_b + arg_c;
}
#pragma pop_macro("on")
SCYTHE_MIXED(3, mad)

// float to an integer power is computed in double, which represents every int.
SCYTHE_NUMBERS double pown(double arg_x, int arg_y) noexcept {
  return sycl::pow(arg_x, static_cast<double>(arg_y));
}
SCYTHE_NUMBERS float pown(float arg_x, int arg_y) noexcept {
  return static_cast<float>(pown(static_cast<double>(arg_x), arg_y));
}

namespace detail {

// The root of |x|, with the sign for odd roots.
SCYTHE_ALWAYS_INLINE inline double signed_root(double arg_x, int arg_y, double root) noexcept {
  if (arg_y % 2 != 0)
    return sycl::copysign(root, arg_x);
  return arg_x < 0 || arg_y == 0 ? std::numeric_limits<double>::quiet_NaN() : root;
}

} // namespace detail

SCYTHE_NUMBERS double rootn(double arg_x, int arg_y) noexcept {
  const double magnitude = sycl::fabs(arg_x), degree = arg_y;
  double root = sycl::pow(magnitude, 1 / degree);
  // 1/y is rounded, which large exponents magnify; a step of Newton's method corrects that.
  const double power = sycl::pow(root, degree);
  const double error = (magnitude - power) / power;
  if (sycl::fabs(error) < 1)
    root += root * (error / degree);
  return detail::signed_root(arg_x, arg_y, root);
}
SCYTHE_NUMBERS float rootn(float arg_x, int arg_y) noexcept {
  const double root = sycl::pow(static_cast<double>(sycl::fabs(arg_x)), 1.0 / arg_y);
  return static_cast<float>(detail::signed_root(arg_x, arg_y, root));
}

SCYTHE_NUMBERS float ldexp(float arg_x, int exponent) noexcept {
  return __builtin_ldexpf(arg_x, exponent);
}
SCYTHE_NUMBERS double ldexp(double arg_x, int exponent) noexcept {
  return __builtin_ldexp(arg_x, exponent);
}
SCYTHE_NUMBERS int ilogb(float arg_x) noexcept { return __builtin_ilogbf(arg_x); }
SCYTHE_NUMBERS int ilogb(double arg_x) noexcept { return __builtin_ilogb(arg_x); }

// Quiet NaNs with `nancode` in the free bits.
SCYTHE_NUMBERS float nan(std::uint32_t nancode) noexcept {
  return __builtin_bit_cast(float, 0x7fc00000u | (nancode & 0x003fffffu));
}
SCYTHE_NUMBERS double nan(std::uint64_t nancode) noexcept {
  return __builtin_bit_cast(double, 0x7ff8000000000000u | (nancode & 0x0007ffffffffffffu));
}

// Functions with a second result.

SCYTHE_NUMBERS float fract(float arg_x, float *iptr) noexcept {
  *iptr = sycl::floor(arg_x);
  return sycl::fmin(arg_x - *iptr, 0x1.fffffep-1f);
}
SCYTHE_NUMBERS double fract(double arg_x, double *iptr) noexcept {
  *iptr = sycl::floor(arg_x);
  return sycl::fmin(arg_x - *iptr, 0x1.fffffffffffffp-1);
}
SCYTHE_NUMBERS float frexp(float arg_x, int *exp) noexcept {
  return __builtin_frexpf(arg_x, exp);
}
SCYTHE_NUMBERS double frexp(double arg_x, int *exp) noexcept {
  return __builtin_frexp(arg_x, exp);
}
SCYTHE_NUMBERS float modf(float arg_x, float *iptr) noexcept {
  return __builtin_modff(arg_x, iptr);
}
SCYTHE_NUMBERS double modf(double arg_x, double *iptr) noexcept {
  return __builtin_modf(arg_x, iptr);
}

namespace detail {

// Seven bits of the quotient, as in OpenCL; C's function has three. The quotient of the remainder
// modulo 128 divisors is small, so it is computed exactly.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE ValueT remquo(ValueT arg_x, ValueT arg_y, int *quo) noexcept {
  const ValueT x = __builtin_elementwise_abs(arg_x), y = __builtin_elementwise_abs(arg_y);
  const bool is_small = x / 128 < y;
  const ValueT left = is_small ? x : sycl::fmod(x, 128 * y);
  const ValueT quotient = __builtin_elementwise_rint((left - sycl::remainder(left, y)) / y);
  const int bits = quotient <= 128 ? static_cast<int>(quotient) & 127 : 0;
  *quo = (arg_x < 0) != (arg_y < 0) ? -bits : bits;
  return sycl::remainder(arg_x, arg_y);
}

} // namespace detail

SCYTHE_NUMBERS float remquo(float arg_x, float arg_y, int *quo) noexcept {
  return detail::remquo(arg_x, arg_y, quo);
}
SCYTHE_NUMBERS double remquo(double arg_x, double arg_y, int *quo) noexcept {
  return detail::remquo(arg_x, arg_y, quo);
}
SCYTHE_NUMBERS float sincos(float arg_x, float *cosval) noexcept {
  *cosval = sycl::cos(arg_x);
  return sycl::sin(arg_x);
}
SCYTHE_NUMBERS double sincos(double arg_x, double *cosval) noexcept {
  *cosval = sycl::cos(arg_x);
  return sycl::sin(arg_x);
}

namespace detail {

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// libdevice does not return the sign: between two negative integers it depends on the parity of the
// upper one.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline int sign_of_gamma(ValueT arg_x) noexcept {
  const ValueT below = __builtin_elementwise_floor(arg_x), half = below / 2;
  const bool is_odd = half != __builtin_elementwise_floor(half);
  const bool is_negative_zero = arg_x == 0 && __builtin_signbit(arg_x);
  return (arg_x < 0 && below != arg_x && is_odd) || is_negative_zero ? -1 : 1;
}
SCYTHE_ALWAYS_INLINE inline float log_gamma(float arg_x, int *sign) noexcept {
  *sign = sign_of_gamma(arg_x);
  return __builtin_lgammaf(arg_x);
}
SCYTHE_ALWAYS_INLINE inline double log_gamma(double arg_x, int *sign) noexcept {
  *sign = sign_of_gamma(arg_x);
  return __builtin_lgamma(arg_x);
}

// Called by programs that use the C library's names.
extern "C" __attribute__((weak)) float lgammaf_r(float arg_x, int *sign) noexcept {
  return log_gamma(arg_x, sign);
}
extern "C" __attribute__((weak)) double lgamma_r(double arg_x, int *sign) noexcept {
  return log_gamma(arg_x, sign);
}

#else

// lgamma of the C library writes the sign to a global variable, which work-items must not share.
// These are declared under our own names, because headers of the C library may or may not have
// declared the others.
float log_gamma(float arg_x, int *sign) noexcept __asm__("lgammaf_r");
double log_gamma(double arg_x, int *sign) noexcept __asm__("lgamma_r");

#endif

} // namespace detail

SCYTHE_NUMBERS float lgamma_r(float arg_x, int *signp) noexcept {
  return detail::log_gamma(arg_x, signp);
}
SCYTHE_NUMBERS double lgamma_r(double arg_x, int *signp) noexcept {
  return detail::log_gamma(arg_x, signp);
}
SCYTHE_NUMBERS float lgamma(float arg_x) noexcept {
  int sign;
  return detail::log_gamma(arg_x, &sign);
}
SCYTHE_NUMBERS double lgamma(double arg_x) noexcept {
  int sign;
  return detail::log_gamma(arg_x, &sign);
}

} // namespace sycl

// SYCL 2020 §4.17.5 to §4.17.9 for half. Every half is a float, and float has more than twice as
// many bits: results are computed in float and rounded again.
#pragma once

#include <sycl/half.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/relational_functions.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

#define SCYTHE_HALF_1(name)                                                                        \
  SCYTHE_NUMBERS half name(half arg_x) noexcept { return sycl::name(static_cast<float>(arg_x)); }
#define SCYTHE_HALF_2(name)                                                                        \
  SCYTHE_NUMBERS half name(half arg_x, half arg_y) noexcept {                                      \
    return sycl::name(static_cast<float>(arg_x), static_cast<float>(arg_y));                       \
  }
#define SCYTHE_HALF_3(name)                                                                        \
  SCYTHE_NUMBERS half name(half arg_x, half arg_y, half arg_z) noexcept {                          \
    return sycl::name(static_cast<float>(arg_x), static_cast<float>(arg_y),                        \
                      static_cast<float>(arg_z));                                                  \
  }
#define SCYTHE_HALF_INT(name)                                                                      \
  SCYTHE_NUMBERS half name(half arg_x, int arg_y) noexcept {                                       \
    return sycl::name(static_cast<float>(arg_x), arg_y);                                           \
  }

SCYTHE_HALF_1(acos)
SCYTHE_HALF_1(acosh)
SCYTHE_HALF_1(acospi)
SCYTHE_HALF_1(asin)
SCYTHE_HALF_1(asinh)
SCYTHE_HALF_1(asinpi)
SCYTHE_HALF_1(atan)
SCYTHE_HALF_1(atanh)
SCYTHE_HALF_1(atanpi)
SCYTHE_HALF_1(cbrt)
SCYTHE_HALF_1(ceil)
SCYTHE_HALF_1(cos)
SCYTHE_HALF_1(cosh)
SCYTHE_HALF_1(cospi)
SCYTHE_HALF_1(erf)
SCYTHE_HALF_1(erfc)
SCYTHE_HALF_1(exp)
SCYTHE_HALF_1(exp2)
SCYTHE_HALF_1(exp10)
SCYTHE_HALF_1(expm1)
SCYTHE_HALF_1(fabs)
SCYTHE_HALF_1(floor)
SCYTHE_HALF_1(lgamma)
SCYTHE_HALF_1(log)
SCYTHE_HALF_1(log2)
SCYTHE_HALF_1(log10)
SCYTHE_HALF_1(log1p)
SCYTHE_HALF_1(logb)
SCYTHE_HALF_1(rint)
SCYTHE_HALF_1(round)
SCYTHE_HALF_1(rsqrt)
SCYTHE_HALF_1(sin)
SCYTHE_HALF_1(sinh)
SCYTHE_HALF_1(sinpi)
SCYTHE_HALF_1(sqrt)
SCYTHE_HALF_1(tan)
SCYTHE_HALF_1(tanh)
SCYTHE_HALF_1(tanpi)
SCYTHE_HALF_1(tgamma)
SCYTHE_HALF_1(trunc)

SCYTHE_HALF_2(atan2)
SCYTHE_HALF_2(atan2pi)
SCYTHE_HALF_2(copysign)
SCYTHE_HALF_2(fdim)
SCYTHE_HALF_2(fmax)
SCYTHE_HALF_2(fmin)
SCYTHE_HALF_2(fmod)
SCYTHE_HALF_2(hypot)
SCYTHE_HALF_2(maxmag)
SCYTHE_HALF_2(minmag)
SCYTHE_HALF_2(pow)
SCYTHE_HALF_2(powr)
SCYTHE_HALF_2(remainder)

SCYTHE_HALF_3(mad)

SCYTHE_HALF_INT(ldexp)
SCYTHE_HALF_INT(pown)
SCYTHE_HALF_INT(rootn)

#undef SCYTHE_HALF_INT
#undef SCYTHE_HALF_3
#undef SCYTHE_HALF_2
#undef SCYTHE_HALF_1

// In the specification, integer, common and relational functions are templates with a parameter for
// each argument, so that a program's own functions of half are preferred.
namespace detail {

template <typename... ValueTs>
using require_half = std::enable_if_t<(std::is_same_v<ValueTs, half> && ...), int>;

} // namespace detail

#define SCYTHE_HALF_1(name)                                                                        \
  template <typename ValueT, detail::require_half<ValueT> = 0>                                     \
  SCYTHE_ALWAYS_INLINE inline ValueT name(ValueT arg_x) noexcept {                                 \
    return sycl::name(static_cast<float>(arg_x));                                                  \
  }
#define SCYTHE_HALF_2(name)                                                                        \
  template <typename ValueT, typename OtherT, detail::require_half<ValueT, OtherT> = 0>            \
  SCYTHE_ALWAYS_INLINE inline ValueT name(ValueT arg_x, OtherT arg_y) noexcept {                   \
    return sycl::name(static_cast<float>(arg_x), static_cast<float>(arg_y));                       \
  }
#define SCYTHE_HALF_3(name)                                                                        \
  template <typename ValueT, typename OtherT, typename FurtherT,                                   \
            detail::require_half<ValueT, OtherT, FurtherT> = 0>                                    \
  SCYTHE_ALWAYS_INLINE inline ValueT name(ValueT arg_x, OtherT arg_y, FurtherT arg_z) noexcept {   \
    return sycl::name(static_cast<float>(arg_x), static_cast<float>(arg_y),                        \
                      static_cast<float>(arg_z));                                                  \
  }
SCYTHE_HALF_1(abs)
SCYTHE_HALF_1(degrees)
SCYTHE_HALF_1(radians)
SCYTHE_HALF_1(sign)
SCYTHE_HALF_2(step)
SCYTHE_HALF_3(mix)
#undef SCYTHE_HALF_3
#undef SCYTHE_HALF_2
#undef SCYTHE_HALF_1

// In half throughout, because the specification defines it by operations on half.
template <typename ValueT, typename OtherT, typename FurtherT,
          detail::require_half<ValueT, OtherT, FurtherT> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT smoothstep(ValueT edge0, OtherT edge1, FurtherT arg_x) noexcept {
  const half ratio = sycl::clamp(half((arg_x - edge0) / (edge1 - edge0)), half(0), half(1));
  return ratio * ratio * (3 - 2 * ratio);
}

// double represents the product of two halves and a sum with a third exactly enough. OpenCL devices
// have the operation, and may not support double.
SCYTHE_NUMBERS half fma(half arg_a, half arg_b, half arg_c) noexcept {
#if defined(__SPIRV__) || defined(__NVPTX__)
  return __builtin_elementwise_fma(static_cast<_Float16>(arg_a), static_cast<_Float16>(arg_b),
                                   static_cast<_Float16>(arg_c));
#else
  return static_cast<double>(arg_a) * static_cast<double>(arg_b) + static_cast<double>(arg_c);
#endif
}

SCYTHE_NUMBERS int ilogb(half arg_x) noexcept {
  return sycl::ilogb(static_cast<float>(arg_x));
}
SCYTHE_NUMBERS half nan(std::uint16_t nancode) noexcept {
  return __builtin_bit_cast(half, static_cast<std::uint16_t>(0x7e00u | (nancode & 0x01ffu)));
}
// The next half differs from the next float.
SCYTHE_NUMBERS half nextafter(half arg_x, half arg_y) noexcept {
  if (arg_x != arg_x || arg_y != arg_y)
    return arg_x + arg_y;
  if (arg_x == arg_y)
    return arg_y;
  std::uint16_t bits = __builtin_bit_cast(std::uint16_t, arg_x);
  if (arg_x == 0)
    bits = arg_y < 0 ? 0x8001 : 0x0001;
  else
    bits = static_cast<std::uint16_t>((arg_x < arg_y) == (arg_x > 0) ? bits + 1 : bits - 1);
  return __builtin_bit_cast(half, bits);
}

// Functions with a second result.

SCYTHE_NUMBERS half fract(half arg_x, half *iptr) noexcept {
  *iptr = sycl::floor(arg_x);
  return sycl::fmin(half(arg_x - *iptr), __builtin_bit_cast(half, std::uint16_t{0x3bff}));
}
SCYTHE_NUMBERS half frexp(half arg_x, int *exp) noexcept {
  return sycl::frexp(static_cast<float>(arg_x), exp);
}
SCYTHE_NUMBERS half lgamma_r(half arg_x, int *signp) noexcept {
  return sycl::lgamma_r(static_cast<float>(arg_x), signp);
}
SCYTHE_NUMBERS half modf(half arg_x, half *iptr) noexcept {
  float whole;
  const float rest = sycl::modf(static_cast<float>(arg_x), &whole);
  *iptr = whole;
  return rest;
}
SCYTHE_NUMBERS half remquo(half arg_x, half arg_y, int *quo) noexcept {
  return sycl::remquo(static_cast<float>(arg_x), static_cast<float>(arg_y), quo);
}
SCYTHE_NUMBERS half sincos(half arg_x, half *cosval) noexcept {
  *cosval = sycl::cos(arg_x);
  return sycl::sin(arg_x);
}

// The other relational functions have the same results in float (relational_functions.hpp).
SCYTHE_NUMBERS bool isnormal(half arg_x) noexcept {
  const half size = sycl::fabs(arg_x);
  return size >= std::numeric_limits<half>::min() && size <= std::numeric_limits<half>::max();
}
template <typename ValueT, typename OtherT, typename FurtherT,
          detail::require_half<ValueT, OtherT, FurtherT> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT bitselect(ValueT arg_a, OtherT arg_b, FurtherT arg_c) noexcept {
  return __builtin_bit_cast(half, sycl::bitselect(__builtin_bit_cast(std::uint16_t, arg_a),
                                                  __builtin_bit_cast(std::uint16_t, arg_b),
                                                  __builtin_bit_cast(std::uint16_t, arg_c)));
}
template <typename ValueT, detail::require_half<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT select(ValueT arg_a, ValueT arg_b, bool arg_c) noexcept {
  return arg_c ? arg_b : arg_a;
}

} // namespace sycl

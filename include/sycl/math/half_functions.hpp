// SYCL 2020 §4.17.5 to §4.17.9 for half. Every half is a float, and float has more
// than twice the bits: results are computed in float and rounded once more.
#pragma once

#include <sycl/half.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/relational_functions.hpp>

#include <cstdint>

namespace sycl {

#define SCYTHE_HALF_1(name)                                                                        \
  SCYTHE_NUMBERS half name(half x) noexcept {                                                      \
    return sycl::name(static_cast<float>(x));                                                      \
  }
#define SCYTHE_HALF_2(name)                                                                        \
  SCYTHE_NUMBERS half name(half x, half y) noexcept {                                              \
    return sycl::name(static_cast<float>(x), static_cast<float>(y));                               \
  }
#define SCYTHE_HALF_3(name)                                                                        \
  SCYTHE_NUMBERS half name(half x, half y, half z) noexcept {                                      \
    return sycl::name(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));        \
  }
#define SCYTHE_HALF_INT(name)                                                                      \
  SCYTHE_NUMBERS half name(half x, int y) noexcept {                                               \
    return sycl::name(static_cast<float>(x), y);                                                   \
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

// Integer, common and relational functions are templates in the specification, with
// a parameter for each argument, so that functions of the program's for half are
// the better match.
namespace detail {

template <typename... Ts>
using require_half = std::enable_if_t<(std::is_same_v<Ts, half> && ...), int>;

} // namespace detail

#define SCYTHE_HALF_1(name)                                                                        \
  template <typename T, detail::require_half<T> = 0>                                               \
  SCYTHE_ALWAYS_INLINE inline T name(T x) noexcept {                                               \
    return sycl::name(static_cast<float>(x));                                                      \
  }
#define SCYTHE_HALF_2(name)                                                                        \
  template <typename T, typename U, detail::require_half<T, U> = 0>                                \
  SCYTHE_ALWAYS_INLINE inline T name(T x, U y) noexcept {                                          \
    return sycl::name(static_cast<float>(x), static_cast<float>(y));                               \
  }
#define SCYTHE_HALF_3(name)                                                                        \
  template <typename T, typename U, typename V, detail::require_half<T, U, V> = 0>                 \
  SCYTHE_ALWAYS_INLINE inline T name(T x, U y, V z) noexcept {                                     \
    return sycl::name(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));        \
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

// In half throughout, as the specification defines it by such operations.
template <typename T, typename U, typename V, detail::require_half<T, U, V> = 0>
SCYTHE_ALWAYS_INLINE inline T smoothstep(T edge0, U edge1, V x) noexcept {
  const half t = sycl::clamp(half((x - edge0) / (edge1 - edge0)), half(0), half(1));
  return t * t * (3 - 2 * t);
}

// A product of two halves and a sum with a third have no bits that double could
// not hold and that matter to the result. Devices of OpenCL have the operation,
// and may not have double.
SCYTHE_NUMBERS half fma(half a, half b, half c) noexcept {
#if defined(__SPIRV__)
  return __builtin_elementwise_fma(static_cast<_Float16>(a), static_cast<_Float16>(b),
                                   static_cast<_Float16>(c));
#else
  return static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c);
#endif
}

SCYTHE_NUMBERS int ilogb(half x) noexcept {
  return sycl::ilogb(static_cast<float>(x));
}
SCYTHE_NUMBERS half nan(std::uint16_t nancode) noexcept {
  return __builtin_bit_cast(half, static_cast<std::uint16_t>(0x7e00u | (nancode & 0x01ffu)));
}
// The next half is not the next float.
SCYTHE_NUMBERS half nextafter(half x, half y) noexcept {
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  std::uint16_t bits = __builtin_bit_cast(std::uint16_t, x);
  if (x == 0)
    bits = y < 0 ? 0x8001 : 0x0001;
  else
    bits = static_cast<std::uint16_t>((x < y) == (x > 0) ? bits + 1 : bits - 1);
  return __builtin_bit_cast(half, bits);
}

// Functions with a second result.

SCYTHE_NUMBERS half fract(half x, half *iptr) noexcept {
  *iptr = sycl::floor(x);
  return sycl::fmin(half(x - *iptr), __builtin_bit_cast(half, std::uint16_t{0x3bff}));
}
SCYTHE_NUMBERS half frexp(half x, int *exp) noexcept {
  return sycl::frexp(static_cast<float>(x), exp);
}
SCYTHE_NUMBERS half lgamma_r(half x, int *signp) noexcept {
  return sycl::lgamma_r(static_cast<float>(x), signp);
}
SCYTHE_NUMBERS half modf(half x, half *iptr) noexcept {
  float whole;
  const float rest = sycl::modf(static_cast<float>(x), &whole);
  *iptr = whole;
  return rest;
}
SCYTHE_NUMBERS half remquo(half x, half y, int *quo) noexcept {
  return sycl::remquo(static_cast<float>(x), static_cast<float>(y), quo);
}
SCYTHE_NUMBERS half sincos(half x, half *cosval) noexcept {
  *cosval = sycl::cos(x);
  return sycl::sin(x);
}

// The other relational functions ask nothing that float does not answer.
SCYTHE_NUMBERS bool isnormal(half x) noexcept {
  const half size = sycl::fabs(x);
  return size >= std::numeric_limits<half>::min() && size <= std::numeric_limits<half>::max();
}
template <typename T, typename U, typename V, detail::require_half<T, U, V> = 0>
SCYTHE_ALWAYS_INLINE inline T bitselect(T a, U b, V c) noexcept {
  return __builtin_bit_cast(half, sycl::bitselect(__builtin_bit_cast(std::uint16_t, a),
                                                  __builtin_bit_cast(std::uint16_t, b),
                                                  __builtin_bit_cast(std::uint16_t, c)));
}
template <typename T, detail::require_half<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T select(T a, T b, bool c) noexcept {
  return c ? b : a;
}

} // namespace sycl

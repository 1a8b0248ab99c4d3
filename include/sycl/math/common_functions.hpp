// SYCL 2020 §4.17.7: functions on floating point numbers that are not in <cmath>, and
// those which integers have as well.
#pragma once

#include <sycl/math/integer_functions.hpp>
#include <sycl/math/math_functions.hpp>

namespace sycl {

namespace detail {

template <typename T> using require_floating = std::enable_if_t<
    std::disjunction_v<std::is_same<T, float>, std::is_same<T, double>>, int>;
// So many numbers of one type.
template <int Count, typename T, typename... Ts>
using require_numbers =
    std::enable_if_t<sizeof...(Ts) + 1 == Count && (std::is_same_v<T, Ts> && ...) &&
                         (is_generic_integer_v<T> || float_kind_v<T> > 0),
                     int>;

// A type that programs may name for all arguments. Not half, whose functions are found
// by its class: programs have templates of these names for their own use.
template <typename T>
using require_named = std::enable_if_t<is_generic_integer_v<T> || (float_kind_v<T> > 1), int>;

template <typename T> SCYTHE_ALWAYS_INLINE constexpr T max_of(T x, T y) noexcept {
  return x < y ? y : x;
}
template <typename T> SCYTHE_ALWAYS_INLINE constexpr T min_of(T x, T y) noexcept {
  return y < x ? y : x;
}
template <typename T> SCYTHE_ALWAYS_INLINE constexpr T clamp_of(T x, T low, T high) noexcept {
  if constexpr (is_generic_integer_v<T>)
    return min_of(max_of(x, low), high);
  else
    return fmin(fmax(x, low), high);
}

} // namespace detail

// Programs for SYCL 1.2.1 write abs for fabs.
SCYTHE_NUMBERS float abs(float x) noexcept { return sycl::fabs(x); }
SCYTHE_NUMBERS double abs(double x) noexcept { return sycl::fabs(x); }

// Programs name the type of all arguments of these, or that of each, or none; then
// <algorithm>'s are preferred, as those here take packs.
#define SCYTHE_NUMBERS_OF(count, name)                                                             \
  template <typename T, typename... Ts, detail::require_numbers<count, T, Ts...> = 0>              \
  SCYTHE_ALWAYS_INLINE constexpr T name(T x, Ts... xs) noexcept {                                  \
    return detail::name##_of<T>(x, xs...);                                                         \
  }
SCYTHE_NUMBERS_OF(2, max)
SCYTHE_NUMBERS_OF(2, min)
SCYTHE_NUMBERS_OF(3, clamp)
#undef SCYTHE_NUMBERS_OF
template <typename T, detail::require_named<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T max(detail::given_t<T> x, detail::given_t<T> y) noexcept {
  return detail::max_of<T>(x, y);
}
template <typename T, detail::require_named<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T min(detail::given_t<T> x, detail::given_t<T> y) noexcept {
  return detail::min_of<T>(x, y);
}
template <typename T, detail::require_named<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T clamp(detail::given_t<T> x, detail::given_t<T> minval,
                                       detail::given_t<T> maxval) noexcept {
  return detail::clamp_of<T>(x, minval, maxval);
}

template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T degrees(T radians) noexcept {
  return (180 / detail::pi_v<T>)*radians;
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T radians(T degrees) noexcept {
  return (detail::pi_v<T> / 180) * degrees;
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mix(T x, T y, T a) noexcept {
  return x + (y - x) * a;
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T step(T edge, T x) noexcept {
  return x < edge ? T(0) : T(1);
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE inline T smoothstep(T edge0, T edge1, T x) noexcept {
  const T t = sycl::clamp((x - edge0) / (edge1 - edge0), T(0), T(1));
  return t * t * (3 - 2 * t);
}
// Zeros keep their sign; NaN has none.
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T sign(T x) noexcept {
  return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? x : T(0);
}

} // namespace sycl

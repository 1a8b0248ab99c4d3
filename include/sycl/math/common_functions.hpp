// SYCL 2020 §4.17.7: functions on floating point numbers that are not in <cmath>.
#pragma once

#include <sycl/math/math_functions.hpp>

namespace sycl {

namespace detail {

template <typename T> using require_floating = std::enable_if_t<
    std::disjunction_v<std::is_same<T, float>, std::is_same<T, double>>, int>;

} // namespace detail

// Programs for SYCL 1.2.1 write abs for fabs.
SCYTHE_ALWAYS_INLINE inline float abs(float x) noexcept { return sycl::fabs(x); }
SCYTHE_ALWAYS_INLINE inline double abs(double x) noexcept { return sycl::fabs(x); }

template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T max(T x, T y) noexcept {
  return x < y ? y : x;
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T min(T x, T y) noexcept {
  return y < x ? y : x;
}
template <typename T, detail::require_floating<T> = 0>
SCYTHE_ALWAYS_INLINE inline T clamp(T x, T minval, T maxval) noexcept {
  return sycl::fmin(sycl::fmax(x, minval), maxval);
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

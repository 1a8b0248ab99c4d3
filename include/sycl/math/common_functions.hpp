// SYCL 2020 §4.17.7: functions of floating-point numbers that are not in <cmath>, and those that
// integers have as well.
#pragma once

#include <sycl/math/integer_functions.hpp>
#include <sycl/math/math_functions.hpp>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT> using require_floating = std::enable_if_t<
    std::disjunction_v<std::is_same<ValueT, float>, std::is_same<ValueT, double>>, int>;
// This many numbers of one type.
template <int Count, typename ValueT, typename... ValueTs>
using require_numbers =
    std::enable_if_t<sizeof...(ValueTs) + 1 == Count && (std::is_same_v<ValueT, ValueTs> && ...) &&
                         (is_generic_integer_v<ValueT> || float_kind_v<ValueT> > 0),
                     int>;

// A type that programs may specify for all arguments. Functions of half are not templates of this
// form: they are found by the class, and programs have templates of these names.
template <typename ValueT>
using require_named =
    std::enable_if_t<is_generic_integer_v<ValueT> || (float_kind_v<ValueT> > 1), int>;

template <typename ValueT>
SCYTHE_ALWAYS_INLINE constexpr ValueT max_of(ValueT arg_x, ValueT arg_y) noexcept {
  return arg_x < arg_y ? arg_y : arg_x;
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE constexpr ValueT min_of(ValueT arg_x, ValueT arg_y) noexcept {
  return arg_y < arg_x ? arg_y : arg_x;
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE constexpr ValueT clamp_of(ValueT arg_x, ValueT low, ValueT high) noexcept {
  if constexpr (is_generic_integer_v<ValueT>)
    return min_of(max_of(arg_x, low), high);
  else
    return fmin(fmax(arg_x, low), high);
}

} // namespace detail

// Programs for SYCL 1.2.1 write abs for fabs.
SCYTHE_NUMBERS float abs(float arg_x) noexcept { return sycl::fabs(arg_x); }
SCYTHE_NUMBERS double abs(double arg_x) noexcept { return sycl::fabs(arg_x); }

// Programs specify the type of all arguments of these, or that of each, or none; then <algorithm>'s
// are preferred, because those here have packs.
#define SCYTHE_NUMBERS_OF(count, name)                                                             \
  template <typename ValueT, typename... ValueTs,                                                  \
            detail::require_numbers<count, ValueT, ValueTs...> = 0>                                \
  SCYTHE_ALWAYS_INLINE constexpr ValueT name(ValueT arg_x, ValueTs... args) noexcept {             \
    return detail::name##_of<ValueT>(arg_x, args...);                                              \
  }
SCYTHE_NUMBERS_OF(2, max)
SCYTHE_NUMBERS_OF(2, min)
SCYTHE_NUMBERS_OF(3, clamp)
#undef SCYTHE_NUMBERS_OF
template <typename ValueT, detail::require_named<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT max(detail::given_t<ValueT> arg_x,
                                          detail::given_t<ValueT> arg_y) noexcept {
  return detail::max_of<ValueT>(arg_x, arg_y);
}
template <typename ValueT, detail::require_named<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT min(detail::given_t<ValueT> arg_x,
                                          detail::given_t<ValueT> arg_y) noexcept {
  return detail::min_of<ValueT>(arg_x, arg_y);
}
template <typename ValueT, detail::require_named<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT clamp(detail::given_t<ValueT> arg_x,
                                            detail::given_t<ValueT> minval,
                                            detail::given_t<ValueT> maxval) noexcept {
  return detail::clamp_of<ValueT>(arg_x, minval, maxval);
}

template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT degrees(ValueT radians) noexcept {
  return (180 / detail::pi_v<ValueT>)*radians;
}
template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT radians(ValueT degrees) noexcept {
  return (detail::pi_v<ValueT> / 180) * degrees;
}
template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mix(ValueT arg_x, ValueT arg_y, ValueT arg_a) noexcept {
  return arg_x + (arg_y - arg_x) * arg_a;
}
template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT step(ValueT edge, ValueT arg_x) noexcept {
  return arg_x < edge ? ValueT(0) : ValueT(1);
}
template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT smoothstep(ValueT edge0, ValueT edge1, ValueT arg_x) noexcept {
  const ValueT ratio = sycl::clamp((arg_x - edge0) / (edge1 - edge0), ValueT(0), ValueT(1));
  return ratio * ratio * (3 - 2 * ratio);
}
// Zeros keep their sign; NaN has none.
template <typename ValueT, detail::require_floating<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT sign(ValueT arg_x) noexcept {
  return arg_x > 0 ? ValueT(1) : arg_x < 0 ? ValueT(-1) : arg_x == 0 ? arg_x : ValueT(0);
}

} // namespace sycl

// SYCL 2020 §4.17.9: relational functions.
#pragma once

#include <sycl/detail/group_words.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/math/overloads.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

#define SCYTHE_RELATION_1(name, expression)                                                        \
  SCYTHE_NUMBERS bool name(float arg_x) noexcept { return expression; }                            \
  SCYTHE_NUMBERS bool name(double arg_x) noexcept { return expression; }
#define SCYTHE_RELATION_2(name, expression)                                                        \
  SCYTHE_NUMBERS bool name(float arg_x, float arg_y) noexcept { return expression; }               \
  SCYTHE_NUMBERS bool name(double arg_x, double arg_y) noexcept { return expression; }

// Relations of half have the same results in float; a type that converts to half converts to
// nothing else.
#define SCYTHE_HALF_1(name)                                                                        \
  SCYTHE_NUMBERS bool name(half arg_x) noexcept { return name(static_cast<float>(arg_x)); }
#define SCYTHE_HALF_2(name)                                                                        \
  SCYTHE_NUMBERS bool name(half arg_x, half arg_y) noexcept {                                      \
    return name(static_cast<float>(arg_x), static_cast<float>(arg_y));                             \
  }                                                                                                \
  template <typename... ValueTs, detail::require_mixed<2, ValueTs...> = 0>                         \
  SCYTHE_ALWAYS_INLINE inline bool name(ValueTs... args) noexcept {                                \
    return name(static_cast<detail::mixed_t<ValueTs...>>(args)...);                                \
  }

SCYTHE_RELATION_1(isfinite, __builtin_isfinite(arg_x))
SCYTHE_RELATION_1(isinf, __builtin_isinf(arg_x))
SCYTHE_RELATION_1(isnan, __builtin_isnan(arg_x))
SCYTHE_RELATION_1(isnormal, __builtin_isnormal(arg_x))
SCYTHE_RELATION_1(signbit, __builtin_signbit(arg_x))
SCYTHE_RELATION_2(isequal, arg_x == arg_y)
SCYTHE_RELATION_2(isnotequal, arg_x != arg_y)
SCYTHE_RELATION_2(isgreater, arg_x > arg_y)
SCYTHE_RELATION_2(isgreaterequal, arg_x >= arg_y)
SCYTHE_RELATION_2(isless, arg_x < arg_y)
SCYTHE_RELATION_2(islessequal, arg_x <= arg_y)
SCYTHE_RELATION_2(islessgreater, arg_x < arg_y || arg_x > arg_y)
SCYTHE_RELATION_2(isordered, arg_x == arg_x && arg_y == arg_y)
SCYTHE_RELATION_2(isunordered, arg_x != arg_x || arg_y != arg_y)
SCYTHE_HALF_1(isfinite)
SCYTHE_HALF_1(isinf)
SCYTHE_HALF_1(isnan)
SCYTHE_HALF_1(signbit)
SCYTHE_HALF_2(isequal)
SCYTHE_HALF_2(isnotequal)
SCYTHE_HALF_2(isgreater)
SCYTHE_HALF_2(isgreaterequal)
SCYTHE_HALF_2(isless)
SCYTHE_HALF_2(islessequal)
SCYTHE_HALF_2(islessgreater)
SCYTHE_HALF_2(isordered)
SCYTHE_HALF_2(isunordered)
#undef SCYTHE_RELATION_1
#undef SCYTHE_RELATION_2
#undef SCYTHE_HALF_1
#undef SCYTHE_HALF_2

namespace detail {

// Integers, float and double.
template <typename ValueT>
using require_scalar =
    std::enable_if_t<is_generic_integer_v<ValueT> || std::is_same_v<ValueT, float> ||
                         std::is_same_v<ValueT, double>,
                     int>;
template <typename ValueT>
using require_signed =
    std::enable_if_t<is_generic_integer_v<ValueT> && std::is_signed_v<ValueT>, int>;

} // namespace detail

// Whether the most significant bit is set. Deprecated in SYCL 2020.
template <typename ValueT, detail::require_signed<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr bool any(ValueT arg_x) noexcept {
  return arg_x < 0;
}
template <typename ValueT, detail::require_signed<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr bool all(ValueT arg_x) noexcept {
  return arg_x < 0;
}

// Each bit is that of `b` if the bit of `c` is one, otherwise that of `a`.
template <typename ValueT, detail::require_scalar<ValueT> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT bitselect(ValueT arg_a, ValueT arg_b, ValueT arg_c) noexcept {
  using bits = typename detail::carrier_integer<sizeof(ValueT)>::type;
  const bits arg_x = __builtin_bit_cast(bits, arg_a), arg_y = __builtin_bit_cast(bits, arg_b),
             mask = __builtin_bit_cast(bits, arg_c);
  return __builtin_bit_cast(ValueT, static_cast<bits>((arg_x & ~mask) | (arg_y & mask)));
}

template <typename ValueT, detail::require_scalar<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT select(ValueT arg_a, ValueT arg_b, bool arg_c) noexcept {
  return arg_c ? arg_b : arg_a;
}

} // namespace sycl

// SYCL 2020 §4.17.9: relational functions.
#pragma once

#include <sycl/detail/group_words.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/math/overloads.hpp>

#include <type_traits>

namespace sycl {

#define SCYTHE_RELATION_1(name, expression)                                                        \
  SCYTHE_NUMBERS bool name(float x) noexcept { return expression; }                                \
  SCYTHE_NUMBERS bool name(double x) noexcept { return expression; }
#define SCYTHE_RELATION_2(name, expression)                                                        \
  SCYTHE_NUMBERS bool name(float x, float y) noexcept { return expression; }                       \
  SCYTHE_NUMBERS bool name(double x, double y) noexcept { return expression; }

SCYTHE_RELATION_1(isfinite, __builtin_isfinite(x))
SCYTHE_RELATION_1(isinf, __builtin_isinf(x))
SCYTHE_RELATION_1(isnan, __builtin_isnan(x))
SCYTHE_RELATION_1(isnormal, __builtin_isnormal(x))
SCYTHE_RELATION_1(signbit, __builtin_signbit(x))
SCYTHE_RELATION_2(isequal, x == y)
SCYTHE_RELATION_2(isnotequal, x != y)
SCYTHE_RELATION_2(isgreater, x > y)
SCYTHE_RELATION_2(isgreaterequal, x >= y)
SCYTHE_RELATION_2(isless, x < y)
SCYTHE_RELATION_2(islessequal, x <= y)
SCYTHE_RELATION_2(islessgreater, x < y || x > y)
SCYTHE_RELATION_2(isordered, x == x && y == y)
SCYTHE_RELATION_2(isunordered, x != x || y != y)
#undef SCYTHE_RELATION_1
#undef SCYTHE_RELATION_2

namespace detail {

// Integers, float and double.
template <typename T>
using require_scalar =
    std::enable_if_t<is_generic_integer_v<T> || std::is_same_v<T, float> ||
                         std::is_same_v<T, double>,
                     int>;
template <typename T>
using require_signed = std::enable_if_t<is_generic_integer_v<T> && std::is_signed_v<T>, int>;

} // namespace detail

// Whether the most significant bit is set. Deprecated in SYCL 2020.
template <typename T, detail::require_signed<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr bool any(T x) noexcept {
  return x < 0;
}
template <typename T, detail::require_signed<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr bool all(T x) noexcept {
  return x < 0;
}

// Each bit is that of `b` where `c` has a one and that of `a` elsewhere.
template <typename T, detail::require_scalar<T> = 0>
SCYTHE_ALWAYS_INLINE inline T bitselect(T a, T b, T c) noexcept {
  using bits = typename detail::carrier_integer<sizeof(T)>::type;
  const bits x = __builtin_bit_cast(bits, a), y = __builtin_bit_cast(bits, b),
             mask = __builtin_bit_cast(bits, c);
  return __builtin_bit_cast(T, static_cast<bits>((x & ~mask) | (y & mask)));
}

template <typename T, detail::require_scalar<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T select(T a, T b, bool c) noexcept {
  return c ? b : a;
}

} // namespace sycl

// Overloads of functions of numbers that coexist with those of C and of the standard library, which
// `using namespace sycl` adds to the same overload set.
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/half.hpp>

#include <type_traits>

// A function of float, double or half. It is a template, although nothing depends on its parameter:
// a non-template with the same signature, such as C's, is preferred. math.hpp undefines it.
#define SCYTHE_NUMBERS template <int = 0> SCYTHE_ALWAYS_INLINE inline

namespace sycl::inline _V1::detail {

template <typename ValueT> inline constexpr int float_kind_v = std::is_integral_v<ValueT> ? 0 : -1;
template <> inline constexpr int float_kind_v<half> = 1;
template <> inline constexpr int float_kind_v<float> = 2;
template <> inline constexpr int float_kind_v<double> = 3;

// The common type of arguments of different types for which the functions of float, double and half
// match equally well: double for integers, as in <cmath>, otherwise the widest floating-point type.
// 0 if one of the functions matches best, or none.
template <int... Kinds> constexpr int mixed_kind() noexcept {
  int widest = 0;
  ((widest = Kinds > widest ? Kinds : widest), ...);
  if (((Kinds < 0) || ...) || ((Kinds == widest) && ... && (widest > 0)))
    return 0;
  if (widest == 0)
    return 3;
  return widest == 1 || ((Kinds > 0 && Kinds != widest) || ...) ? widest : 0;
}

template <int Kind> struct kind_type {};
template <> struct kind_type<1> { using type = half; };
template <> struct kind_type<2> { using type = float; };
template <> struct kind_type<3> { using type = double; };
template <typename... ValueTs>
using mixed_t = typename kind_type<mixed_kind<float_kind_v<ValueTs>...>()>::type;

template <int Count, typename... ValueTs>
using require_mixed =
    std::enable_if_t<sizeof...(ValueTs) == Count && sizeof(mixed_t<ValueTs...>) != 0, int>;

// A parameter that is not deduced.
template <typename ValueT> struct given { using type = ValueT; };
template <typename ValueT> using given_t = typename given<ValueT>::type;

} // namespace sycl::detail

// For arguments of different types. Templates with packs are less preferred, so <cmath>'s are
// chosen.
#define SCYTHE_MIXED(count, name)                                                                  \
  template <typename... ValueTs, detail::require_mixed<count, ValueTs...> = 0>                     \
  SCYTHE_ALWAYS_INLINE inline detail::mixed_t<ValueTs...> name(ValueTs... args) noexcept {         \
    return name(static_cast<detail::mixed_t<ValueTs...>>(args)...);                                \
  }

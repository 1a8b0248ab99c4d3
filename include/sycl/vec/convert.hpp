// Conversions of elements with an explicit rounding mode.
#pragma once

#include <sycl/vec/elements.hpp>

#include <limits>

namespace sycl::inline _V1::detail {

template <typename ValueT>
inline constexpr bool is_vec_floating_v = std::is_floating_point_v<ValueT>;
template <> inline constexpr bool is_vec_floating_v<_Float16> = true;

template <std::size_t Size> struct float_bits;
template <> struct float_bits<2> { using type = std::uint16_t; };
template <> struct float_bits<4> { using type = std::uint32_t; };
template <> struct float_bits<8> { using type = std::uint64_t; };

// The neighbour of x, away from zero or towards it. x is neither NaN nor the last number in that
// direction.
template <typename FunctionT>
SCYTHE_ALWAYS_INLINE inline FunctionT float_step(FunctionT arg_x, bool away) noexcept {
  using bits = typename float_bits<sizeof(FunctionT)>::type;
  const bits magnitude = static_cast<bits>(__builtin_bit_cast(bits, arg_x) + (away ? 1 : -1));
  return __builtin_bit_cast(FunctionT, magnitude);
}

// -1, 0 or 1 if the rounded number is less than, equal to or greater than the exact one.
template <typename From, typename ToT>
SCYTHE_ALWAYS_INLINE inline int rounding_error(From exact, ToT rounded) noexcept {
  if constexpr (is_vec_floating_v<From>) {
    const From back = static_cast<From>(rounded);
    return back < exact ? -1 : back > exact ? 1 : 0;
  } else {
    // Numbers out of range were rounded to the limit. The largest 64-bit integer, rounded, is the
    // next power of two, which no integer is equal to.
    using limits = std::numeric_limits<From>;
    const double wide = static_cast<double>(rounded);
    constexpr double highest = static_cast<double>(limits::max());
    if (wide > highest || (limits::digits > std::numeric_limits<double>::digits && wide == highest))
      return 1;
    if (wide < static_cast<double>(limits::lowest()))
      return -1;
    const From back = static_cast<From>(wide);
    return back < exact ? -1 : back > exact ? 1 : 0;
  }
}

// Whether numbers are first rounded to integers. The automatic mode of floating-point types is rte;
// truth values test whether the number is zero.
template <typename ToT, rounding_mode Mode, typename From>
constexpr bool is_rounded_first() noexcept {
  return is_vec_floating_v<From> && !is_vec_floating_v<ToT> && Mode != rounding_mode::rtz &&
         !(std::is_same_v<ToT, bool> && Mode == rounding_mode::automatic);
}

// The integer nearest to a floating-point number, or to each of several.
template <rounding_mode Mode, typename NumberT>
SCYTHE_ALWAYS_INLINE inline NumberT round_to_whole(NumberT number) noexcept {
  if constexpr (Mode == rounding_mode::rtp)
    return __builtin_elementwise_ceil(number);
  else if constexpr (Mode == rounding_mode::rtn)
    return __builtin_elementwise_floor(number);
  else
    return __builtin_elementwise_roundeven(number);
}

// Whether the language's conversion rounds as requested, or is exact.
template <typename ToT, rounding_mode Mode, typename From>
constexpr bool is_plain_conversion() noexcept {
  if constexpr (is_vec_floating_v<From> && !is_vec_floating_v<ToT>)
    return !is_rounded_first<ToT, Mode, From>();
  else
    return !is_vec_floating_v<ToT> || Mode == rounding_mode::automatic ||
           Mode == rounding_mode::rte || (is_vec_floating_v<From> && sizeof(From) <= sizeof(ToT));
}

template <typename ToT, rounding_mode Mode, typename From>
SCYTHE_ALWAYS_INLINE inline ToT convert_element(From arg_x) noexcept {
  if constexpr (is_plain_conversion<ToT, Mode, From>()) {
    return static_cast<ToT>(arg_x);
  } else if constexpr (is_rounded_first<ToT, Mode, From>()) {
    return static_cast<ToT>(round_to_whole<Mode>(arg_x));
  } else {
    const ToT nearest = static_cast<ToT>(arg_x);
    if (nearest != nearest)
      return nearest;
    const int error = rounding_error(arg_x, nearest);
    const bool negative = arg_x < 0;
    if (error == 0)
      return nearest;
    if constexpr (Mode == rounding_mode::rtz)
      return (error > 0) != negative ? float_step(nearest, false) : nearest;
    else if constexpr (Mode == rounding_mode::rtp)
      return error < 0 ? float_step(nearest, !negative) : nearest;
    else
      return error > 0 ? float_step(nearest, negative) : nearest;
  }
}

} // namespace sycl::detail

// SYCL 2020 §4.17.7: integer functions.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT>
inline constexpr bool is_generic_integer_v =
    std::is_integral_v<ValueT> && !std::is_same_v<ValueT, bool> &&
    !std::is_same_v<ValueT, wchar_t> && !std::is_same_v<ValueT, char16_t> &&
    !std::is_same_v<ValueT, char32_t>;
template <typename ValueT>
using require_integer = std::enable_if_t<is_generic_integer_v<ValueT>, int>;

template <typename ValueT> inline constexpr int bits_v = static_cast<int>(sizeof(ValueT)) * 8;

// A type in which products and sums of two ValueT do not overflow.
template <typename ValueT> struct wider;
template <> struct wider<std::int8_t> { using type = std::int16_t; };
template <> struct wider<std::int16_t> { using type = std::int32_t; };
template <> struct wider<std::int32_t> { using type = std::int64_t; };
template <> struct wider<std::int64_t> { using type = __int128; };
template <> struct wider<std::uint8_t> { using type = std::uint16_t; };
template <> struct wider<std::uint16_t> { using type = std::uint32_t; };
template <> struct wider<std::uint32_t> { using type = std::uint64_t; };
template <> struct wider<std::uint64_t> { using type = unsigned __int128; };

// The type of <cstdint> with the size and sign of ValueT; char and long long are distinct types.
template <std::size_t Size, bool Signed> struct sized_integer;
template <> struct sized_integer<1, true> { using type = std::int8_t; };
template <> struct sized_integer<2, true> { using type = std::int16_t; };
template <> struct sized_integer<4, true> { using type = std::int32_t; };
template <> struct sized_integer<8, true> { using type = std::int64_t; };
template <> struct sized_integer<1, false> { using type = std::uint8_t; };
template <> struct sized_integer<2, false> { using type = std::uint16_t; };
template <> struct sized_integer<4, false> { using type = std::uint32_t; };
template <> struct sized_integer<8, false> { using type = std::uint64_t; };
template <typename ValueT>
using sized_integer_t = typename sized_integer<sizeof(ValueT), std::is_signed_v<ValueT>>::type;
template <typename ValueT> using wider_t = typename wider<sized_integer_t<ValueT>>::type;

} // namespace detail

// Small types are promoted to int, and casts convert the results back; arithmetic that may wrap is
// unsigned.

template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT abs(ValueT arg_x) noexcept {
  using OtherT = std::make_unsigned_t<ValueT>;
  return arg_x < ValueT(0) ? static_cast<ValueT>(OtherT(0) - static_cast<OtherT>(arg_x)) : arg_x;
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT abs_diff(ValueT arg_x, ValueT arg_y) noexcept {
  using OtherT = std::make_unsigned_t<ValueT>;
  return static_cast<ValueT>(arg_x < arg_y ? static_cast<OtherT>(arg_y) - static_cast<OtherT>(arg_x)
                              : static_cast<OtherT>(arg_x) - static_cast<OtherT>(arg_y));
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT add_sat(ValueT arg_x, ValueT arg_y) noexcept {
  return __builtin_elementwise_add_sat(arg_x, arg_y);
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT sub_sat(ValueT arg_x, ValueT arg_y) noexcept {
  return __builtin_elementwise_sub_sat(arg_x, arg_y);
}
// x + y is twice their common bits plus the bits of only one of them.
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT hadd(ValueT arg_x, ValueT arg_y) noexcept {
  return static_cast<ValueT>((arg_x & arg_y) + ((arg_x ^ arg_y) >> 1));
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT rhadd(ValueT arg_x, ValueT arg_y) noexcept {
  return static_cast<ValueT>((arg_x | arg_y) - ((arg_x ^ arg_y) >> 1));
}

// The width of ValueT for 0.
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT clz(ValueT arg_x) noexcept {
  return static_cast<ValueT>(
      __builtin_clzg(static_cast<std::make_unsigned_t<ValueT>>(arg_x), detail::bits_v<ValueT>));
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT ctz(ValueT arg_x) noexcept {
  return static_cast<ValueT>(
      __builtin_ctzg(static_cast<std::make_unsigned_t<ValueT>>(arg_x), detail::bits_v<ValueT>));
}
// A pack, so that the function of <bit> is preferred.
template <typename... ValueTs,
          std::enable_if_t<
              sizeof...(ValueTs) == 1 && (detail::is_generic_integer_v<ValueTs> && ...), int> = 0>
SCYTHE_ALWAYS_INLINE constexpr auto popcount(ValueTs... arg_x) noexcept {
  return (
      static_cast<ValueTs>(__builtin_popcountg(static_cast<std::make_unsigned_t<ValueTs>>(arg_x))),
      ...);
}

#if defined(__SPIRV__)
namespace detail {

// SPIR-V has no 128-bit integers: the product is computed from halves.
SCYTHE_ALWAYS_INLINE constexpr std::uint64_t mul_hi_halves(std::uint64_t arg_x,
                                                           std::uint64_t arg_y) noexcept {
  constexpr std::uint64_t half = 0xffffffffu;
  const std::uint64_t low = (arg_x & half) * (arg_y & half);
  const std::uint64_t first = (arg_x >> 32) * (arg_y & half) + (low >> 32);
  const std::uint64_t second = (arg_x & half) * (arg_y >> 32) + (first & half);
  return (arg_x >> 32) * (arg_y >> 32) + (first >> 32) + (second >> 32);
}

} // namespace detail
#endif

template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mul_hi(ValueT arg_x, ValueT arg_y) noexcept {
#if defined(__SPIRV__)
  if constexpr (sizeof(ValueT) == 8) {
    const std::uint64_t arg_a = static_cast<std::uint64_t>(arg_x),
                        arg_b = static_cast<std::uint64_t>(arg_y);
    std::uint64_t high = detail::mul_hi_halves(arg_a, arg_b);
    // A negative number is the unsigned one minus two to the power of its width.
    if constexpr (std::is_signed_v<ValueT>)
      high -= (arg_x < 0 ? arg_b : 0) + (arg_y < 0 ? arg_a : 0);
    return static_cast<ValueT>(high);
  } else
#endif
  {
    using WideT = detail::wider_t<ValueT>;
    return static_cast<ValueT>((static_cast<WideT>(arg_x) * static_cast<WideT>(arg_y)) >>
                               detail::bits_v<ValueT>);
  }
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mad_hi(ValueT arg_a, ValueT arg_b, ValueT arg_c) noexcept {
  using OtherT = std::make_unsigned_t<ValueT>;
  return static_cast<ValueT>(static_cast<OtherT>(sycl::mul_hi(arg_a, arg_b)) +
                             static_cast<OtherT>(arg_c));
}
// The product plus the sum never overflow a type of twice the width.
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mad_sat(ValueT arg_a, ValueT arg_b, ValueT arg_c) noexcept {
#if defined(__SPIRV__)
  if constexpr (sizeof(ValueT) == 8) {
    using OtherT = std::make_unsigned_t<ValueT>;
    const OtherT product = static_cast<OtherT>(arg_a) * static_cast<OtherT>(arg_b),
                 low = product + static_cast<OtherT>(arg_c);
    const OtherT carry = low < product ? 1 : 0;
    const OtherT sign = static_cast<OtherT>(arg_c < ValueT(0) ? -1 : 0);
    const ValueT high =
        static_cast<ValueT>(static_cast<OtherT>(sycl::mul_hi(arg_a, arg_b)) + sign + carry);
    // In range, the upper half is the sign of the lower one.
    const ValueT result = static_cast<ValueT>(low),
                 expected = static_cast<ValueT>(result < ValueT(0) ? -1 : 0);
    if (high == expected)
      return result;
    return high < ValueT(0) ? std::numeric_limits<ValueT>::lowest()
                            : std::numeric_limits<ValueT>::max();
  } else
#endif
  {
    using WideT = detail::wider_t<ValueT>;
    const WideT exact = static_cast<WideT>(static_cast<WideT>(arg_a) * static_cast<WideT>(arg_b)) +
                        static_cast<WideT>(arg_c);
    constexpr WideT lowest = std::numeric_limits<ValueT>::lowest(),
                    highest = std::numeric_limits<ValueT>::max();
    return static_cast<ValueT>(exact < lowest ? lowest : exact > highest ? highest : exact);
  }
}

// A left shift, modulo the width.
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT rotate(ValueT operand, ValueT count) noexcept {
  using OtherT = std::make_unsigned_t<ValueT>;
  constexpr OtherT mask = detail::bits_v<ValueT> - 1;
  const OtherT bits = static_cast<OtherT>(operand), left = static_cast<OtherT>(count) & mask;
  return static_cast<ValueT>(static_cast<OtherT>(bits << left) |
                        static_cast<OtherT>(bits >> ((detail::bits_v<ValueT> - left) & mask)));
}

// `hi` keeps its sign; `lo` is unsigned.
template <typename ValueT, typename Low, detail::require_integer<ValueT> = 0,
          std::enable_if_t<std::is_same_v<std::make_unsigned_t<ValueT>, Low>, int> = 0>
SCYTHE_ALWAYS_INLINE constexpr auto upsample(ValueT high, Low low) noexcept {
  static_assert(sizeof(ValueT) <= 4, "upsample takes integers of 8, 16 or 32 bits");
  using WideT = detail::wider_t<ValueT>;
  using OtherT = std::make_unsigned_t<WideT>;
  return static_cast<WideT>(
      static_cast<OtherT>(static_cast<OtherT>(high) << detail::bits_v<ValueT>) | low);
}

// The factors fit in 24 bits, by precondition; processors do not benefit from that.
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mul24(ValueT arg_x, ValueT arg_y) noexcept {
  static_assert(sizeof(ValueT) == 4, "mul24 takes integers of 32 bits");
  return static_cast<ValueT>(static_cast<std::uint32_t>(arg_x) * static_cast<std::uint32_t>(arg_y));
}
template <typename ValueT, detail::require_integer<ValueT> = 0>
SCYTHE_ALWAYS_INLINE constexpr ValueT mad24(ValueT arg_x, ValueT arg_y, ValueT arg_z) noexcept {
  return static_cast<ValueT>(static_cast<std::uint32_t>(sycl::mul24(arg_x, arg_y)) +
                        static_cast<std::uint32_t>(arg_z));
}

} // namespace sycl

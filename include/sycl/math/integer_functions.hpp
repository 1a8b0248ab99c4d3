// SYCL 2020 §4.17.7: integer functions.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {

namespace detail {

template <typename T>
inline constexpr bool is_generic_integer_v =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, wchar_t> &&
    !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;
template <typename T> using require_integer = std::enable_if_t<is_generic_integer_v<T>, int>;

template <typename T> inline constexpr int bits_v = static_cast<int>(sizeof(T)) * 8;

// A type in which products and sums of two T do not overflow.
template <typename T> struct wider;
template <> struct wider<std::int8_t> { using type = std::int16_t; };
template <> struct wider<std::int16_t> { using type = std::int32_t; };
template <> struct wider<std::int32_t> { using type = std::int64_t; };
template <> struct wider<std::int64_t> { using type = __int128; };
template <> struct wider<std::uint8_t> { using type = std::uint16_t; };
template <> struct wider<std::uint16_t> { using type = std::uint32_t; };
template <> struct wider<std::uint32_t> { using type = std::uint64_t; };
template <> struct wider<std::uint64_t> { using type = unsigned __int128; };

// The type of <cstdint> with the size and sign of T; char and long long have
// types of their own.
template <std::size_t Size, bool Signed> struct sized_integer;
template <> struct sized_integer<1, true> { using type = std::int8_t; };
template <> struct sized_integer<2, true> { using type = std::int16_t; };
template <> struct sized_integer<4, true> { using type = std::int32_t; };
template <> struct sized_integer<8, true> { using type = std::int64_t; };
template <> struct sized_integer<1, false> { using type = std::uint8_t; };
template <> struct sized_integer<2, false> { using type = std::uint16_t; };
template <> struct sized_integer<4, false> { using type = std::uint32_t; };
template <> struct sized_integer<8, false> { using type = std::uint64_t; };
template <typename T>
using sized_integer_t = typename sized_integer<sizeof(T), std::is_signed_v<T>>::type;
template <typename T> using wider_t = typename wider<sized_integer_t<T>>::type;

} // namespace detail

// In these functions small types are promoted to int, and the casts bring them
// back; arithmetic that may wrap is done unsigned.

template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T abs(T x) noexcept {
  using U = std::make_unsigned_t<T>;
  return x < T(0) ? static_cast<T>(U(0) - static_cast<U>(x)) : x;
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T abs_diff(T x, T y) noexcept {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(x < y ? static_cast<U>(y) - static_cast<U>(x)
                              : static_cast<U>(x) - static_cast<U>(y));
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T add_sat(T x, T y) noexcept {
  return __builtin_elementwise_add_sat(x, y);
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T sub_sat(T x, T y) noexcept {
  return __builtin_elementwise_sub_sat(x, y);
}
// x + y is twice what both have in common plus what only one has.
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T hadd(T x, T y) noexcept {
  return static_cast<T>((x & y) + ((x ^ y) >> 1));
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T rhadd(T x, T y) noexcept {
  return static_cast<T>((x | y) - ((x ^ y) >> 1));
}

// The width of T for 0.
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T clz(T x) noexcept {
  return static_cast<T>(__builtin_clzg(static_cast<std::make_unsigned_t<T>>(x), detail::bits_v<T>));
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T ctz(T x) noexcept {
  return static_cast<T>(__builtin_ctzg(static_cast<std::make_unsigned_t<T>>(x), detail::bits_v<T>));
}
// A pack, so that <bit>'s is the better match.
template <
    typename... Ts,
    std::enable_if_t<sizeof...(Ts) == 1 && (detail::is_generic_integer_v<Ts> && ...), int> = 0>
SCYTHE_ALWAYS_INLINE constexpr auto popcount(Ts... x) noexcept {
  return (static_cast<Ts>(__builtin_popcountg(static_cast<std::make_unsigned_t<Ts>>(x))), ...);
}

#if defined(__SPIRV__)
namespace detail {

// SPIR-V has no integers of 128 bits: the product is put together from halves.
SCYTHE_ALWAYS_INLINE constexpr std::uint64_t mul_hi_halves(std::uint64_t x,
                                                           std::uint64_t y) noexcept {
  constexpr std::uint64_t half = 0xffffffffu;
  const std::uint64_t low = (x & half) * (y & half);
  const std::uint64_t first = (x >> 32) * (y & half) + (low >> 32);
  const std::uint64_t second = (x & half) * (y >> 32) + (first & half);
  return (x >> 32) * (y >> 32) + (first >> 32) + (second >> 32);
}

} // namespace detail
#endif

template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mul_hi(T x, T y) noexcept {
#if defined(__SPIRV__)
  if constexpr (sizeof(T) == 8) {
    const std::uint64_t a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
    std::uint64_t high = detail::mul_hi_halves(a, b);
    // A negative number is the unsigned one less two to the power of its bits.
    if constexpr (std::is_signed_v<T>)
      high -= (x < 0 ? b : 0) + (y < 0 ? a : 0);
    return static_cast<T>(high);
  } else
#endif
  {
    using W = detail::wider_t<T>;
    return static_cast<T>((static_cast<W>(x) * static_cast<W>(y)) >> detail::bits_v<T>);
  }
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mad_hi(T a, T b, T c) noexcept {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(sycl::mul_hi(a, b)) + static_cast<U>(c));
}
// The product and the sum together overflow no type of twice the width.
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mad_sat(T a, T b, T c) noexcept {
#if defined(__SPIRV__)
  if constexpr (sizeof(T) == 8) {
    using U = std::make_unsigned_t<T>;
    const U product = static_cast<U>(a) * static_cast<U>(b), low = product + static_cast<U>(c);
    const U carry = low < product ? 1 : 0;
    const U sign = static_cast<U>(c < T(0) ? -1 : 0);
    const T high = static_cast<T>(static_cast<U>(sycl::mul_hi(a, b)) + sign + carry);
    // In range, the upper half says nothing that the lower one does not.
    const T result = static_cast<T>(low), expected = static_cast<T>(result < T(0) ? -1 : 0);
    if (high == expected)
      return result;
    return high < T(0) ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
  } else
#endif
  {
    using W = detail::wider_t<T>;
    const W exact = static_cast<W>(static_cast<W>(a) * static_cast<W>(b)) + static_cast<W>(c);
    constexpr W lowest = std::numeric_limits<T>::lowest(), highest = std::numeric_limits<T>::max();
    return static_cast<T>(exact < lowest ? lowest : exact > highest ? highest : exact);
  }
}

// To the left, modulo the width.
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T rotate(T v, T count) noexcept {
  using U = std::make_unsigned_t<T>;
  constexpr U mask = detail::bits_v<T> - 1;
  const U bits = static_cast<U>(v), left = static_cast<U>(count) & mask;
  return static_cast<T>(static_cast<U>(bits << left) |
                        static_cast<U>(bits >> ((detail::bits_v<T> - left) & mask)));
}

// `hi` keeps its sign; `lo` is unsigned.
template <typename T, typename Low, detail::require_integer<T> = 0,
          std::enable_if_t<std::is_same_v<std::make_unsigned_t<T>, Low>, int> = 0>
SCYTHE_ALWAYS_INLINE constexpr auto upsample(T hi, Low lo) noexcept {
  static_assert(sizeof(T) <= 4, "upsample takes integers of 8, 16 or 32 bits");
  using W = detail::wider_t<T>;
  using U = std::make_unsigned_t<W>;
  return static_cast<W>(static_cast<U>(static_cast<U>(hi) << detail::bits_v<T>) | lo);
}

// The factors fit in 24 bits, by precondition; processors gain nothing from it.
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mul24(T x, T y) noexcept {
  static_assert(sizeof(T) == 4, "mul24 takes integers of 32 bits");
  return static_cast<T>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
}
template <typename T, detail::require_integer<T> = 0>
SCYTHE_ALWAYS_INLINE constexpr T mad24(T x, T y, T z) noexcept {
  return static_cast<T>(static_cast<std::uint32_t>(sycl::mul24(x, y)) +
                        static_cast<std::uint32_t>(z));
}

} // namespace sycl

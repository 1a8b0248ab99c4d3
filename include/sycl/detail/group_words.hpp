// Exchanges values of any trivially copyable type between work-items: directly if the builtins
// support the type, otherwise in words of up to eight bytes.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1::detail {

// The builtins' type for an arithmetic type: the unsigned integer of its size,
// or the type itself for bool and floating-point types.
template <std::size_t Size> struct carrier_integer;
template <> struct carrier_integer<1> { using type = std::uint8_t; };
template <> struct carrier_integer<2> { using type = std::uint16_t; };
template <> struct carrier_integer<4> { using type = std::uint32_t; };
template <> struct carrier_integer<8> { using type = std::uint64_t; };

template <typename ValueT, typename = void> struct carrier {};
template <> struct carrier<bool> { using type = bool; };
template <> struct carrier<half> { using type = _Float16; };
template <> struct carrier<float> { using type = float; };
template <> struct carrier<double> { using type = double; };
template <typename ValueT>
struct carrier<ValueT, std::enable_if_t<std::is_integral_v<ValueT> &&
                                        !std::is_same_v<ValueT, bool> && (sizeof(ValueT) <= 8)>>
    : carrier_integer<sizeof(ValueT)> {};

template <typename ValueT> using carrier_t = typename carrier<ValueT>::type;

template <typename ValueT, typename = void> inline constexpr bool has_carrier_v = false;
template <typename ValueT>
inline constexpr bool has_carrier_v<ValueT, std::void_t<carrier_t<ValueT>>> = true;

template <typename Word>
SCYTHE_ALWAYS_INLINE inline Word read_word(const void *object, std::size_t offset) noexcept {
  Word word;
  __builtin_memcpy(&word, static_cast<const char *>(object) + offset, sizeof(Word));
  return word;
}

// Writes one word of the result: the result of `move` for the same word of each value.
template <typename Word, typename Move, typename... ValueTs>
SCYTHE_ALWAYS_INLINE inline void move_word(void *result, std::size_t offset, Move move,
                                           const ValueTs &...values) noexcept {
  const Word word = move(read_word<Word>(&values, offset)...);
  __builtin_memcpy(static_cast<char *>(result) + offset, &word, sizeof(Word));
}

// Applies `move`, a collective operation on supported types, to values of any trivially copyable
// type. (A shift into a neighbouring sub-group takes two.)
template <typename Move, typename ValueT, typename... ValueTs>
SCYTHE_ALWAYS_INLINE inline ValueT move_value(Move move, const ValueT &value,
                                              const ValueTs &...values) noexcept {
  static_assert(std::is_trivially_copyable_v<ValueT>,
                "values that work-items exchange must be of a trivially copyable type");
  static_assert((std::is_same_v<ValueT, ValueTs> && ...), "all values are of one type");
  if constexpr (has_carrier_v<ValueT>) {
    return static_cast<ValueT>(move(static_cast<carrier_t<ValueT>>(value),
                               static_cast<carrier_t<ValueT>>(values)...));
  } else {
    ValueT result = value;
    constexpr std::size_t whole = sizeof(ValueT) / 8 * 8;
    for (std::size_t offset = 0; offset < whole; offset += 8)
      move_word<std::uint64_t>(&result, offset, move, value, values...);
    if constexpr (sizeof(ValueT) % 8 >= 4)
      move_word<std::uint32_t>(&result, whole, move, value, values...);
    if constexpr (sizeof(ValueT) % 4 >= 2)
      move_word<std::uint16_t>(&result, sizeof(ValueT) / 4 * 4, move, value, values...);
    if constexpr (sizeof(ValueT) % 2 == 1)
      move_word<std::uint8_t>(&result, sizeof(ValueT) - 1, move, value, values...);
    return result;
  }
}

} // namespace sycl::detail

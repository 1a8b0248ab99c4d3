// Moves values of any trivially copyable type between work-items: as what they
// are where the builtins carry the type, and in words of up to eight bytes
// where they do not.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::detail {

// The builtins' type for an arithmetic type: the unsigned integer of its size,
// or the type itself for bool and floating-point types.
template <std::size_t Size> struct carrier_integer;
template <> struct carrier_integer<1> { using type = std::uint8_t; };
template <> struct carrier_integer<2> { using type = std::uint16_t; };
template <> struct carrier_integer<4> { using type = std::uint32_t; };
template <> struct carrier_integer<8> { using type = std::uint64_t; };

template <typename T, typename = void> struct carrier {};
template <> struct carrier<bool> { using type = bool; };
template <> struct carrier<half> { using type = _Float16; };
template <> struct carrier<float> { using type = float; };
template <> struct carrier<double> { using type = double; };
template <typename T>
struct carrier<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                   (sizeof(T) <= 8)>> : carrier_integer<sizeof(T)> {};

template <typename T> using carrier_t = typename carrier<T>::type;

template <typename T, typename = void> inline constexpr bool has_carrier_v = false;
template <typename T> inline constexpr bool has_carrier_v<T, std::void_t<carrier_t<T>>> = true;

template <typename Word>
SCYTHE_ALWAYS_INLINE inline Word read_word(const void *object, std::size_t offset) noexcept {
  Word word;
  __builtin_memcpy(&word, static_cast<const char *>(object) + offset, sizeof(Word));
  return word;
}

// Writes one word of the result: what `move` makes of the same word of each value.
template <typename Word, typename Move, typename... Ts>
SCYTHE_ALWAYS_INLINE inline void move_word(void *result, std::size_t offset, Move move,
                                           const Ts &...values) noexcept {
  const Word word = move(read_word<Word>(&values, offset)...);
  __builtin_memcpy(static_cast<char *>(result) + offset, &word, sizeof(Word));
}

// Applies `move`, a collective operation on carried values, to values of any
// trivially copyable type. (A shift into a neighbouring sub-group takes two.)
template <typename Move, typename T, typename... Ts>
SCYTHE_ALWAYS_INLINE inline T move_value(Move move, const T &value, const Ts &...values) noexcept {
  static_assert(std::is_trivially_copyable_v<T>,
                "values that work-items exchange must be of a trivially copyable type");
  static_assert((std::is_same_v<T, Ts> && ...), "all values are of one type");
  if constexpr (has_carrier_v<T>) {
    return static_cast<T>(move(static_cast<carrier_t<T>>(value),
                               static_cast<carrier_t<T>>(values)...));
  } else {
    T result = value;
    constexpr std::size_t whole = sizeof(T) / 8 * 8;
    for (std::size_t offset = 0; offset < whole; offset += 8)
      move_word<std::uint64_t>(&result, offset, move, value, values...);
    if constexpr (sizeof(T) % 8 >= 4)
      move_word<std::uint32_t>(&result, whole, move, value, values...);
    if constexpr (sizeof(T) % 4 >= 2)
      move_word<std::uint16_t>(&result, sizeof(T) / 4 * 4, move, value, values...);
    if constexpr (sizeof(T) % 2 == 1)
      move_word<std::uint8_t>(&result, sizeof(T) - 1, move, value, values...);
    return result;
  }
}

} // namespace sycl::detail

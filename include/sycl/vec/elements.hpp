// Facts about element types and numbers of elements of vec.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/macros.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi {
class bfloat16;
}

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

// The type in which the compiler computes with elements of type ValueT.
template <typename ValueT> struct vec_element { using type = ValueT; };
// Vectors of bool would be packed; theirs are bytes that are 0 or 1.
template <> struct vec_element<bool> { using type = unsigned char; };
template <> struct vec_element<half> { using type = _Float16; };
template <> struct vec_element<std::byte> { using type = unsigned char; };
// Its bits; arithmetic is in vec/bfloat16.hpp.
template <> struct vec_element<ext::oneapi::bfloat16> { using type = std::uint16_t; };
template <typename ValueT> using vec_element_t = typename vec_element<ValueT>::type;

template <typename ValueT>
inline constexpr bool is_bfloat16_v = std::is_same_v<ValueT, ext::oneapi::bfloat16>;

template <typename ValueT>
SCYTHE_ALWAYS_INLINE constexpr vec_element_t<ValueT> to_element(const ValueT &value) noexcept {
  if constexpr (is_bfloat16_v<ValueT>)
    return __builtin_bit_cast(vec_element_t<ValueT>, value);
  else
    return static_cast<vec_element_t<ValueT>>(value);
}

// Types with arithmetic and logical operators.
template <typename ValueT>
inline constexpr bool is_vec_number_v =
    std::is_arithmetic_v<ValueT> || std::is_same_v<ValueT, half> || is_bfloat16_v<ValueT>;
template <typename ValueT> inline constexpr bool is_vec_integer_v = std::is_integral_v<ValueT>;
template <typename ValueT>
inline constexpr bool is_vec_bits_v =
    std::is_integral_v<ValueT> || std::is_same_v<ValueT, std::byte>;

// clang's vector type; SPIR-V has none with one element.
template <typename ValueT, int Length> struct vec_native {
  using type = vec_element_t<ValueT> __attribute__((ext_vector_type(Length)));
};
template <typename ValueT> struct vec_native<ValueT, 1> { using type = vec_element_t<ValueT>; };
template <typename ValueT, int Length>
using vec_native_t = typename vec_native<ValueT, Length>::type;

// The results of relations of elements of `Size` bytes.
template <std::size_t Size> struct vec_mask;
template <> struct vec_mask<1> { using type = std::int8_t; };
template <> struct vec_mask<2> { using type = std::int16_t; };
template <> struct vec_mask<4> { using type = std::int32_t; };
template <> struct vec_mask<8> { using type = std::int64_t; };
template <typename ValueT> using vec_mask_t = typename vec_mask<sizeof(ValueT)>::type;

constexpr bool is_vec_size(int length) noexcept {
  return length == 1 || length == 2 || length == 3 || length == 4 || length == 8 || length == 16;
}
// Three elements are stored like four.
constexpr int stored_elements(int length) noexcept { return length == 3 ? 4 : length; }

} // namespace detail

} // namespace sycl

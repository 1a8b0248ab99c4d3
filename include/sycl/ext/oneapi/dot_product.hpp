// The extension sycl_ext_oneapi_dot_accumulate: the dot product of four integers
// of 8 bits each, added to one of 32. Integers of 32 bits stand for four of
// their own signedness, the least significant byte first.
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {

namespace detail {

template <typename T>
SCYTHE_ALWAYS_INLINE inline std::int32_t byte_of(const vec<T, 4> &bytes, int i) noexcept {
  return bytes[i];
}
template <typename T>
SCYTHE_ALWAYS_INLINE constexpr std::int32_t byte_of(T word, int i) noexcept {
  const auto byte = static_cast<std::uint8_t>(static_cast<std::uint32_t>(word) >> (8 * i));
  return std::is_signed_v<T> ? static_cast<std::int8_t>(byte) : byte;
}

// Sums wrap around.
template <typename A, typename B>
SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_of_bytes(const A &a, const B &b,
                                                         std::int32_t c) noexcept {
  auto sum = static_cast<std::uint32_t>(c);
  for (int i = 0; i < 4; ++i)
    sum += static_cast<std::uint32_t>(byte_of(a, i) * byte_of(b, i));
  return static_cast<std::int32_t>(sum);
}

} // namespace detail

namespace ext::oneapi {

// dot_acc of words is the older name; doc_acc_4x8packed is how the extension's
// text has it.
#define SCYTHE_DOT_PRODUCT(A, B)                                                                   \
  SCYTHE_ALWAYS_INLINE inline std::int32_t dot_acc(vec<A##8_t, 4> a, vec<B##8_t, 4> b,             \
                                                   std::int32_t c) noexcept {                      \
    return detail::dot_of_bytes(a, b, c);                                                          \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_acc(A##32_t a, B##32_t b,                        \
                                                      std::int32_t c) noexcept {                   \
    return detail::dot_of_bytes(a, b, c);                                                          \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_acc_4x8packed(A##32_t a, B##32_t b,              \
                                                                std::int32_t c) noexcept {         \
    return detail::dot_of_bytes(a, b, c);                                                          \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t doc_acc_4x8packed(A##32_t a, B##32_t b,              \
                                                                std::int32_t c) noexcept {         \
    return detail::dot_of_bytes(a, b, c);                                                          \
  }
SCYTHE_DOT_PRODUCT(std::int, std::int)
SCYTHE_DOT_PRODUCT(std::int, std::uint)
SCYTHE_DOT_PRODUCT(std::uint, std::int)
SCYTHE_DOT_PRODUCT(std::uint, std::uint)
#undef SCYTHE_DOT_PRODUCT

} // namespace ext::oneapi

} // namespace sycl

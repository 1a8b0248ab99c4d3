// The extension sycl_ext_oneapi_dot_accumulate: the dot product of four 8-bit integers each, added
// to a 32-bit integer. 32-bit integers contain four of their own signedness, the least significant
// byte first.
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline std::int32_t byte_of(const vec<ValueT, 4> &bytes, int idx) noexcept {
  return bytes[idx];
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE constexpr std::int32_t byte_of(ValueT word, int idx) noexcept {
  const auto byte = static_cast<std::uint8_t>(static_cast<std::uint32_t>(word) >> (8 * idx));
  return std::is_signed_v<ValueT> ? static_cast<std::int8_t>(byte) : byte;
}

// Sums wrap around.
template <typename LeftT, typename RightT>
SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_of_bytes(const LeftT &arg_a, const RightT &arg_b,
                                                         std::int32_t arg_c) noexcept {
  auto sum = static_cast<std::uint32_t>(arg_c);
  for (int idx = 0; idx < 4; ++idx)
    sum += static_cast<std::uint32_t>(byte_of(arg_a, idx) * byte_of(arg_b, idx));
  return static_cast<std::int32_t>(sum);
}

} // namespace detail

namespace ext::oneapi {

// dot_acc of words is the older name; doc_acc_4x8packed is the spelling in the extension's text.
#define SCYTHE_DOT_PRODUCT(A, B)                                                                   \
  SCYTHE_ALWAYS_INLINE inline std::int32_t dot_acc(vec<A##8_t, 4> arg_a, vec<B##8_t, 4> arg_b,     \
                                                   std::int32_t arg_c) noexcept {                  \
    return detail::dot_of_bytes(arg_a, arg_b, arg_c);                                              \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_acc(A##32_t arg_a, B##32_t arg_b,                \
                                                      std::int32_t arg_c) noexcept {               \
    return detail::dot_of_bytes(arg_a, arg_b, arg_c);                                              \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t dot_acc_4x8packed(A##32_t arg_a, B##32_t arg_b,      \
                                                                std::int32_t arg_c) noexcept {     \
    return detail::dot_of_bytes(arg_a, arg_b, arg_c);                                              \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE constexpr std::int32_t doc_acc_4x8packed(A##32_t arg_a, B##32_t arg_b,      \
                                                                std::int32_t arg_c) noexcept {     \
    return detail::dot_of_bytes(arg_a, arg_b, arg_c);                                              \
  }
SCYTHE_DOT_PRODUCT(std::int, std::int)
SCYTHE_DOT_PRODUCT(std::int, std::uint)
SCYTHE_DOT_PRODUCT(std::uint, std::int)
SCYTHE_DOT_PRODUCT(std::uint, std::uint)
#undef SCYTHE_DOT_PRODUCT

} // namespace ext::oneapi

} // namespace sycl

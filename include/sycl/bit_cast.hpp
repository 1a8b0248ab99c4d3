// SYCL 2020 §4.17.2 (bit_cast) and the byte of SYCL 1.2.1.
#pragma once

#include <type_traits>

namespace sycl {

template <typename To, typename From,
          std::enable_if_t<sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                               std::is_trivially_copyable_v<From>,
                           int> = 0>
constexpr To bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(To, from);
}

// Deprecated in SYCL 2020: std::byte took its place.
using byte = unsigned char;

} // namespace sycl

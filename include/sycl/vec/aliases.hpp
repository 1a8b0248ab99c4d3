// SYCL 2020 §4.14.2.2: names of common vectors.
#pragma once

#include <sycl/vec/vec.hpp>

namespace sycl {

// Deprecated in SYCL 2020, in favour of std::byte.
using byte = std::uint8_t;

#define SCYTHE_ALIASES(name, type)                                                                 \
  using name##2 = vec<type, 2>;                                                                    \
  using name##3 = vec<type, 3>;                                                                    \
  using name##4 = vec<type, 4>;                                                                    \
  using name##8 = vec<type, 8>;                                                                    \
  using name##16 = vec<type, 16>;
SCYTHE_ALIASES(char, std::int8_t)
SCYTHE_ALIASES(uchar, std::uint8_t)
SCYTHE_ALIASES(short, std::int16_t)
SCYTHE_ALIASES(ushort, std::uint16_t)
SCYTHE_ALIASES(int, std::int32_t)
SCYTHE_ALIASES(uint, std::uint32_t)
SCYTHE_ALIASES(long, std::int64_t)
SCYTHE_ALIASES(ulong, std::uint64_t)
SCYTHE_ALIASES(half, half)
SCYTHE_ALIASES(float, float)
SCYTHE_ALIASES(double, double)
#undef SCYTHE_ALIASES

} // namespace sycl

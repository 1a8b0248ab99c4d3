// SYCL 2020 §4.14.2.2: names of common vectors.
#pragma once

#include <sycl/detail/number_names.hpp>
#include <sycl/vec/vec.hpp>

namespace sycl::inline _V1 {

// Deprecated in SYCL 2020, in favour of std::byte.
using byte = std::uint8_t;

#define SCYTHE_ALIASES(name, type)                                                                 \
  using name##2 = vec<type, 2>;                                                                    \
  using name##3 = vec<type, 3>;                                                                    \
  using name##4 = vec<type, 4>;                                                                    \
  using name##8 = vec<type, 8>;                                                                    \
  using name##16 = vec<type, 16>;
SCYTHE_FOR_NAMED_NUMBERS(SCYTHE_ALIASES)
// Of SYCL 1.2.1, like the types of their elements.
SCYTHE_ALIASES(cl_char, std::int8_t)
SCYTHE_ALIASES(cl_uchar, std::uint8_t)
SCYTHE_ALIASES(cl_short, std::int16_t)
SCYTHE_ALIASES(cl_ushort, std::uint16_t)
SCYTHE_ALIASES(cl_int, std::int32_t)
SCYTHE_ALIASES(cl_uint, std::uint32_t)
SCYTHE_ALIASES(cl_long, std::int64_t)
SCYTHE_ALIASES(cl_ulong, std::uint64_t)
SCYTHE_ALIASES(cl_half, half)
SCYTHE_ALIASES(cl_float, float)
SCYTHE_ALIASES(cl_double, double)
#undef SCYTHE_ALIASES

} // namespace sycl

// SYCL 2020 §4.14.2.2: names of common vectors.
#pragma once

#include <sycl/detail/number_names.hpp>
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
SCYTHE_FOR_NAMED_NUMBERS(SCYTHE_ALIASES)
#undef SCYTHE_ALIASES

} // namespace sycl

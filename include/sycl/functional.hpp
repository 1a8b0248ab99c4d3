// SYCL 2020 §4.17.2: the function objects that reductions, scans and group
// algorithms take.
#pragma once

#include <sycl/detail/macros.hpp>

#include <type_traits>
#include <utility>

namespace sycl {

// The forms for `void` deduce what they take and return.
#define SCYTHE_FUNCTION_OBJECT(name, expression)                                                   \
  template <typename T = void> struct name {                                                       \
    SCYTHE_ALWAYS_INLINE constexpr T operator()(const T &x, const T &y) const {                    \
      return expression;                                                                           \
    }                                                                                              \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    using is_transparent = void;                                                                   \
    template <typename T, typename U>                                                              \
    SCYTHE_ALWAYS_INLINE constexpr auto operator()(const T &x, const U &y) const                   \
        -> std::decay_t<decltype(expression)> {                                                    \
      return expression;                                                                           \
    }                                                                                              \
  };

SCYTHE_FUNCTION_OBJECT(plus, x + y)
SCYTHE_FUNCTION_OBJECT(multiplies, x *y)
SCYTHE_FUNCTION_OBJECT(bit_and, x &y)
SCYTHE_FUNCTION_OBJECT(bit_or, x | y)
SCYTHE_FUNCTION_OBJECT(bit_xor, x ^ y)
SCYTHE_FUNCTION_OBJECT(logical_and, x &&y)
SCYTHE_FUNCTION_OBJECT(logical_or, x || y)
// The first argument when both are equivalent.
SCYTHE_FUNCTION_OBJECT(minimum, y < x ? y : x)
SCYTHE_FUNCTION_OBJECT(maximum, x < y ? y : x)
#undef SCYTHE_FUNCTION_OBJECT

} // namespace sycl

// SYCL 2020 §4.17.2: the function objects that reductions, scans and group
// algorithms take.
#pragma once

#include <sycl/detail/macros.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace sycl {

namespace detail {

template <typename T, typename U>
using either_t = std::decay_t<decltype(false ? std::declval<const T &>() : std::declval<const U &>())>;

// The first argument when both are equivalent; element by element for arrays
// (vec and marray), whose comparisons are arrays too.
template <typename T, typename U>
SCYTHE_ALWAYS_INLINE constexpr either_t<T, U> lesser(const T &x, const U &y) {
  if constexpr (std::is_convertible_v<decltype(y < x), bool>) {
    return y < x ? y : x;
  } else {
    either_t<T, U> result = x;
    for (int i = 0; i < static_cast<int>(x.size()); ++i)
      if (y[i] < x[i])
        result[i] = y[i];
    return result;
  }
}
template <typename T, typename U>
SCYTHE_ALWAYS_INLINE constexpr either_t<T, U> greater(const T &x, const U &y) {
  if constexpr (std::is_convertible_v<decltype(x < y), bool>) {
    return x < y ? y : x;
  } else {
    either_t<T, U> result = x;
    for (int i = 0; i < static_cast<int>(x.size()); ++i)
      if (x[i] < y[i])
        result[i] = y[i];
    return result;
  }
}

} // namespace detail

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
SCYTHE_FUNCTION_OBJECT(minimum, detail::lesser(x, y))
SCYTHE_FUNCTION_OBJECT(maximum, detail::greater(x, y))
#undef SCYTHE_FUNCTION_OBJECT

namespace detail {

// The function object that says what an operation is: SYCL's also for those of
// the standard library, which programs pass as well.
template <typename BinaryOperation> struct plain_operation {
  using type = BinaryOperation;
};
#define SCYTHE_STANDARD_OBJECT(name)                                                               \
  template <typename T> struct plain_operation<std::name<T>> {                                     \
    using type = name<T>;                                                                          \
  };
SCYTHE_STANDARD_OBJECT(plus)
SCYTHE_STANDARD_OBJECT(multiplies)
SCYTHE_STANDARD_OBJECT(bit_and)
SCYTHE_STANDARD_OBJECT(bit_or)
SCYTHE_STANDARD_OBJECT(bit_xor)
SCYTHE_STANDARD_OBJECT(logical_and)
SCYTHE_STANDARD_OBJECT(logical_or)
#undef SCYTHE_STANDARD_OBJECT

template <typename BinaryOperation>
using plain_operation_t = typename plain_operation<BinaryOperation>::type;

} // namespace detail

// Their names before SYCL 2020.
namespace ext::oneapi {
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::logical_and;
using sycl::logical_or;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;
} // namespace ext::oneapi

} // namespace sycl

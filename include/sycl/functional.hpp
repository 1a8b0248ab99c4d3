// SYCL 2020 §4.17.2: the function objects for reductions, scans and group algorithms.
#pragma once

#include <sycl/detail/macros.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT, typename OtherT>
using either_t =
    std::decay_t<decltype(false ? std::declval<const ValueT &>() : std::declval<const OtherT &>())>;

// The first argument if both are equivalent; element by element for arrays (vec and marray), whose
// comparisons are arrays too.
template <typename ValueT, typename OtherT>
SCYTHE_ALWAYS_INLINE constexpr either_t<ValueT, OtherT> lesser(const ValueT &arg_x,
                                                               const OtherT &arg_y) {
  if constexpr (std::is_convertible_v<decltype(arg_y < arg_x), bool>) {
    return arg_y < arg_x ? arg_y : arg_x;
  } else {
    either_t<ValueT, OtherT> result = arg_x;
    for (int idx = 0; idx < static_cast<int>(arg_x.size()); ++idx)
      if (arg_y[idx] < arg_x[idx])
        result[idx] = arg_y[idx];
    return result;
  }
}
template <typename ValueT, typename OtherT>
SCYTHE_ALWAYS_INLINE constexpr either_t<ValueT, OtherT> greater(const ValueT &arg_x,
                                                                const OtherT &arg_y) {
  if constexpr (std::is_convertible_v<decltype(arg_x < arg_y), bool>) {
    return arg_x < arg_y ? arg_y : arg_x;
  } else {
    either_t<ValueT, OtherT> result = arg_x;
    for (int idx = 0; idx < static_cast<int>(arg_x.size()); ++idx)
      if (arg_x[idx] < arg_y[idx])
        result[idx] = arg_y[idx];
    return result;
  }
}

} // namespace detail

// The specializations for `void` deduce their parameter and return types.
#define SCYTHE_FUNCTION_OBJECT(name, expression)                                                   \
  template <typename ValueT = void> struct name {                                                  \
    SCYTHE_ALWAYS_INLINE constexpr ValueT operator()(const ValueT &arg_x,                          \
                                                     const ValueT &arg_y) const {                  \
      return expression;                                                                           \
    }                                                                                              \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    using is_transparent = void;                                                                   \
    template <typename ValueT, typename OtherT>                                                    \
    SCYTHE_ALWAYS_INLINE constexpr auto operator()(const ValueT &arg_x, const OtherT &arg_y) const \
        -> std::decay_t<decltype(expression)> {                                                    \
      return expression;                                                                           \
    }                                                                                              \
  };

SCYTHE_FUNCTION_OBJECT(plus, arg_x + arg_y)
SCYTHE_FUNCTION_OBJECT(multiplies, arg_x *arg_y)
SCYTHE_FUNCTION_OBJECT(bit_and, arg_x &arg_y)
SCYTHE_FUNCTION_OBJECT(bit_or, arg_x | arg_y)
SCYTHE_FUNCTION_OBJECT(bit_xor, arg_x ^ arg_y)
SCYTHE_FUNCTION_OBJECT(logical_and, arg_x &&arg_y)
SCYTHE_FUNCTION_OBJECT(logical_or, arg_x || arg_y)
SCYTHE_FUNCTION_OBJECT(minimum, detail::lesser(arg_x, arg_y))
SCYTHE_FUNCTION_OBJECT(maximum, detail::greater(arg_x, arg_y))
#undef SCYTHE_FUNCTION_OBJECT

namespace detail {

// The function object for an operation: SYCL's, also for those of the standard library, which
// programs may use as well.
template <typename BinaryOperation> struct plain_operation {
  using type = BinaryOperation;
};
#define SCYTHE_STANDARD_OBJECT(name)                                                               \
  template <typename ValueT> struct plain_operation<std::name<ValueT>> {                           \
    using type = name<ValueT>;                                                                     \
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

// The names before SYCL 2020.
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

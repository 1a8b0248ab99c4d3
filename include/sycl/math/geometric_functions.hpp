// SYCL 2020 §4.17.9: geometric functions, of numbers and of two to four elements.
#pragma once

#include <sycl/math/array_functions.hpp>

#include <limits>

namespace sycl::inline _V1 {

namespace detail {

template <typename FirstT, typename ValueT = element_of_t<FirstT>> struct geometric {
  static constexpr bool exists = is_math_float_v<ValueT> && math_array<FirstT>::size >= 2 &&
                                 math_array<FirstT>::size <= 4;
  using type = typename math_array<FirstT>::type;
  using element = ValueT;
};
// A number is a vector of one element.
template <typename FirstT> struct geometric<FirstT, void> {
  static constexpr bool exists = is_math_float_v<FirstT>;
  using type = FirstT;
  using element = FirstT;
};
template <typename FirstT, typename... OtherTs>
using geometric_t = std::enable_if_t<
    geometric<FirstT>::exists && (std::is_same_v<typename geometric<FirstT>::type,
                                            typename geometric<OtherTs>::type> && ...),
    typename geometric<FirstT>::type>;
template <typename FirstT, typename... OtherTs>
using geometric_element_t = typename geometric<geometric_t<FirstT, OtherTs...>>::element;
template <typename FirstT, typename... OtherTs>
using float_geometric_t =
    std::enable_if_t<std::is_same_v<typename geometric<FirstT>::element, float>,
                     geometric_t<FirstT, OtherTs...>>;
template <typename FirstT, typename... OtherTs>
using float_geometric_element_t =
    typename geometric<float_geometric_t<FirstT, OtherTs...>>::element;

// Sums of halves are computed in float.
template <typename ValueT>
using sum_of_t = std::conditional_t<std::is_same_v<ValueT, half>, float, ValueT>;

template <typename FirstT, typename SecondT>
SCYTHE_ALWAYS_INLINE inline sum_of_t<typename geometric<FirstT>::element>
dot_sum(const FirstT &arg_x, const SecondT &arg_y,
        sum_of_t<typename geometric<FirstT>::element> scale = 1) noexcept {
  using sum = sum_of_t<typename geometric<FirstT>::element>;
  if constexpr (math_array<FirstT>::exists) {
    sum result = (static_cast<sum>(arg_x[0]) * scale) * (static_cast<sum>(arg_y[0]) * scale);
    _Pragma("clang loop unroll(full)") for (int idx = 1; idx < math_array<FirstT>::size; ++idx)
        result += (static_cast<sum>(arg_x[idx]) * scale) * (static_cast<sum>(arg_y[idx]) * scale);
    return result;
  } else {
    return (static_cast<sum>(arg_x) * scale) * (static_cast<sum>(arg_y) * scale);
  }
}

// The length, computed from scaled vectors if squares are out of range.
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline sum_of_t<typename geometric<FirstT>::element>
length_of(const FirstT &arg_x) noexcept {
  using sum = sum_of_t<typename geometric<FirstT>::element>;
  using limits = std::numeric_limits<sum>;
  const sum squares = dot_sum(arg_x, arg_x);
  constexpr sum big = sizeof(sum) == 4 ? sum(0x1p+65) : sum(0x1p+513);
  if (squares > limits::max())
    return sycl::sqrt(dot_sum(arg_x, arg_x, 1 / big)) * big;
  if (squares < limits::min() / limits::epsilon())
    return sycl::sqrt(dot_sum(arg_x, arg_x, big)) / big;
  return sycl::sqrt(squares);
}

template <typename FirstT, typename Sum>
SCYTHE_ALWAYS_INLINE inline typename geometric<FirstT>::type divided(const FirstT &arg_x,
                                                                     Sum divisor) noexcept {
  using ValueT = typename geometric<FirstT>::element;
  if constexpr (math_array<FirstT>::exists) {
    typename geometric<FirstT>::type result;
    _Pragma("clang loop unroll(full)") for (int idx = 0; idx < math_array<FirstT>::size; ++idx)
        result[idx] =
            divisor == 0 ? arg_x[idx] : static_cast<ValueT>(static_cast<Sum>(arg_x[idx]) / divisor);
    return result;
  } else {
    return divisor == 0 ? arg_x : static_cast<ValueT>(static_cast<Sum>(arg_x) / divisor);
  }
}

} // namespace detail

// A fourth element is 0.
template <typename FirstT, typename SecondT,
          std::enable_if_t<(detail::math_array<FirstT>::size >= 3), int> = 0>
SCYTHE_ALWAYS_INLINE inline detail::geometric_t<FirstT, SecondT>
cross(const FirstT &point0, const SecondT &point1) noexcept {
  using ValueT = detail::element_of_t<FirstT>;
  detail::geometric_t<FirstT> result(ValueT(0));
  result[0] = static_cast<ValueT>(point0[1] * point1[2] - point0[2] * point1[1]);
  result[1] = static_cast<ValueT>(point0[2] * point1[0] - point0[0] * point1[2]);
  result[2] = static_cast<ValueT>(point0[0] * point1[1] - point0[1] * point1[0]);
  return result;
}

template <typename FirstT, typename SecondT>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<FirstT, SecondT> dot(const FirstT &point0,
                                                                  const SecondT &point1) noexcept {
  return static_cast<detail::geometric_element_t<FirstT>>(detail::dot_sum(point0, point1));
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<FirstT>
length(const FirstT &arg_p) noexcept {
  return static_cast<detail::geometric_element_t<FirstT>>(detail::length_of(arg_p));
}
template <typename FirstT, typename SecondT>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<FirstT, SecondT>
distance(const FirstT &point0, const SecondT &point1) noexcept {
  return sycl::length(static_cast<detail::geometric_t<FirstT>>(point0 - point1));
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::geometric_t<FirstT> normalize(const FirstT &arg_p) noexcept {
  return detail::divided(arg_p, detail::length_of(arg_p));
}

template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_element_t<FirstT>
fast_length(const FirstT &arg_p) noexcept {
  return sycl::sqrt(detail::dot_sum(arg_p, arg_p));
}
template <typename FirstT, typename SecondT>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_element_t<FirstT, SecondT>
fast_distance(const FirstT &point0, const SecondT &point1) noexcept {
  return sycl::fast_length(static_cast<detail::geometric_t<FirstT>>(point0 - point1));
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_t<FirstT>
fast_normalize(const FirstT &arg_p) noexcept {
  return detail::divided(arg_p, sycl::fast_length(arg_p));
}

} // namespace sycl

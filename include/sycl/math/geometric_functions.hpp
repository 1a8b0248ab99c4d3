// SYCL 2020 §4.17.9: geometric functions, of numbers and of two to four elements.
#pragma once

#include <sycl/math/array_functions.hpp>

#include <limits>

namespace sycl {

namespace detail {

template <typename X, typename T = element_of_t<X>> struct geometric {
  static constexpr bool exists = is_math_float_v<T> && math_array<X>::size >= 2 &&
                                 math_array<X>::size <= 4;
  using type = typename math_array<X>::type;
  using element = T;
};
// A number is a vector of one element.
template <typename X> struct geometric<X, void> {
  static constexpr bool exists = is_math_float_v<X>;
  using type = X;
  using element = X;
};
template <typename X, typename... Ys>
using geometric_t = std::enable_if_t<
    geometric<X>::exists && (std::is_same_v<typename geometric<X>::type,
                                            typename geometric<Ys>::type> && ...),
    typename geometric<X>::type>;
template <typename X, typename... Ys>
using geometric_element_t = typename geometric<geometric_t<X, Ys...>>::element;
template <typename X, typename... Ys>
using float_geometric_t =
    std::enable_if_t<std::is_same_v<typename geometric<X>::element, float>, geometric_t<X, Ys...>>;
template <typename X, typename... Ys>
using float_geometric_element_t = typename geometric<float_geometric_t<X, Ys...>>::element;

// Sums of halves are computed in float.
template <typename T>
using sum_of_t = std::conditional_t<std::is_same_v<T, half>, float, T>;

template <typename X, typename Y>
SCYTHE_ALWAYS_INLINE inline sum_of_t<typename geometric<X>::element>
dot_sum(const X &x, const Y &y, sum_of_t<typename geometric<X>::element> scale = 1) noexcept {
  using sum = sum_of_t<typename geometric<X>::element>;
  if constexpr (math_array<X>::exists) {
    sum result = (static_cast<sum>(x[0]) * scale) * (static_cast<sum>(y[0]) * scale);
    _Pragma("clang loop unroll(full)") for (int i = 1; i < math_array<X>::size; ++i)
        result += (static_cast<sum>(x[i]) * scale) * (static_cast<sum>(y[i]) * scale);
    return result;
  } else {
    return (static_cast<sum>(x) * scale) * (static_cast<sum>(y) * scale);
  }
}

// The length, by way of smaller or larger vectors where squares are out of range.
template <typename X>
SCYTHE_ALWAYS_INLINE inline sum_of_t<typename geometric<X>::element>
length_of(const X &x) noexcept {
  using sum = sum_of_t<typename geometric<X>::element>;
  using limits = std::numeric_limits<sum>;
  const sum squares = dot_sum(x, x);
  constexpr sum big = sizeof(sum) == 4 ? sum(0x1p+65) : sum(0x1p+513);
  if (squares > limits::max())
    return sycl::sqrt(dot_sum(x, x, 1 / big)) * big;
  if (squares < limits::min() / limits::epsilon())
    return sycl::sqrt(dot_sum(x, x, big)) / big;
  return sycl::sqrt(squares);
}

template <typename X, typename Sum>
SCYTHE_ALWAYS_INLINE inline typename geometric<X>::type divided(const X &x, Sum by) noexcept {
  using T = typename geometric<X>::element;
  if constexpr (math_array<X>::exists) {
    typename geometric<X>::type result;
    _Pragma("clang loop unroll(full)") for (int i = 0; i < math_array<X>::size; ++i)
        result[i] = by == 0 ? x[i] : static_cast<T>(static_cast<Sum>(x[i]) / by);
    return result;
  } else {
    return by == 0 ? x : static_cast<T>(static_cast<Sum>(x) / by);
  }
}

} // namespace detail

// A fourth element is 0.
template <typename X, typename Y,
          std::enable_if_t<(detail::math_array<X>::size >= 3), int> = 0>
SCYTHE_ALWAYS_INLINE inline detail::geometric_t<X, Y> cross(const X &p0, const Y &p1) noexcept {
  using T = detail::element_of_t<X>;
  detail::geometric_t<X> result(T(0));
  result[0] = static_cast<T>(p0[1] * p1[2] - p0[2] * p1[1]);
  result[1] = static_cast<T>(p0[2] * p1[0] - p0[0] * p1[2]);
  result[2] = static_cast<T>(p0[0] * p1[1] - p0[1] * p1[0]);
  return result;
}

template <typename X, typename Y>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<X, Y> dot(const X &p0,
                                                                  const Y &p1) noexcept {
  return static_cast<detail::geometric_element_t<X>>(detail::dot_sum(p0, p1));
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<X> length(const X &p) noexcept {
  return static_cast<detail::geometric_element_t<X>>(detail::length_of(p));
}
template <typename X, typename Y>
SCYTHE_ALWAYS_INLINE inline detail::geometric_element_t<X, Y> distance(const X &p0,
                                                                       const Y &p1) noexcept {
  return sycl::length(static_cast<detail::geometric_t<X>>(p0 - p1));
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::geometric_t<X> normalize(const X &p) noexcept {
  return detail::divided(p, detail::length_of(p));
}

template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_element_t<X> fast_length(const X &p) noexcept {
  return sycl::sqrt(detail::dot_sum(p, p));
}
template <typename X, typename Y>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_element_t<X, Y>
fast_distance(const X &p0, const Y &p1) noexcept {
  return sycl::fast_length(static_cast<detail::geometric_t<X>>(p0 - p1));
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::float_geometric_t<X> fast_normalize(const X &p) noexcept {
  return detail::divided(p, sycl::fast_length(p));
}

} // namespace sycl

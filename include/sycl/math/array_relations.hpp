// SYCL 2020 §4.17.10: relational functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/relational_functions.hpp>

namespace sycl {

namespace detail {

// marray of bool, or vec of integers that are 0 or -1.
template <typename X, typename... Ys>
using relation_t = typename math_array<floats_t<X, Ys...>>::relation;

template <typename T> SCYTHE_ALWAYS_INLINE inline T truth(bool value) noexcept {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else
    return static_cast<T>(-static_cast<int>(value));
}

} // namespace detail

#define SCYTHE_RELATION_1(name)                                                                    \
  template <typename X>                                                                            \
  SCYTHE_ALWAYS_INLINE inline detail::relation_t<X> name(const X &x) noexcept {                    \
    using relation = detail::relation_t<X>;                                                        \
    relation result;                                                                               \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = detail::truth<typename relation::value_type>(name(x[i]));                          \
    return result;                                                                                 \
  }
#define SCYTHE_RELATION_2(name)                                                                    \
  template <typename X, typename Y>                                                                \
  SCYTHE_ALWAYS_INLINE inline detail::relation_t<X, Y> name(const X &x, const Y &y) noexcept {     \
    using relation = detail::relation_t<X, Y>;                                                     \
    relation result;                                                                               \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = detail::truth<typename relation::value_type>(name(x[i], y[i]));                    \
    return result;                                                                                 \
  }
SCYTHE_RELATION_1(isfinite)
SCYTHE_RELATION_1(isinf)
SCYTHE_RELATION_1(isnan)
SCYTHE_RELATION_1(isnormal)
SCYTHE_RELATION_1(signbit)
SCYTHE_RELATION_2(isequal)
SCYTHE_RELATION_2(isnotequal)
SCYTHE_RELATION_2(isgreater)
SCYTHE_RELATION_2(isgreaterequal)
SCYTHE_RELATION_2(isless)
SCYTHE_RELATION_2(islessequal)
SCYTHE_RELATION_2(islessgreater)
SCYTHE_RELATION_2(isordered)
SCYTHE_RELATION_2(isunordered)
#undef SCYTHE_RELATION_2
#undef SCYTHE_RELATION_1

SCYTHE_ARRAYS_3(numbers_t, bitselect)
SCYTHE_NUMBERS_3(is_math_number_v, bitselect)

namespace detail {

template <typename T> SCYTHE_ALWAYS_INLINE inline bool is_chosen(T element) noexcept {
  if constexpr (std::is_same_v<T, bool>)
    return element;
  else
    return static_cast<std::make_signed_t<T>>(element) < 0;
}

// The results are bool for marray, and int for vec.
template <typename X, typename T = element_of_t<X>, typename R = typename math_array<X>::relation>
using any_all_t = std::enable_if_t<
    std::is_integral_v<T> &&
        (std::is_same_v<T, bool> ? std::is_same_v<typename math_array<X>::type, R>
                                 : std::is_signed_v<T>),
    std::conditional_t<std::is_same_v<typename R::value_type, bool>, bool, int>>;

// What tells elements apart: bool for marray; integers of the same size for vec.
template <typename X, typename C> constexpr bool is_choice() noexcept {
  using condition = element_of_t<C>;
  if constexpr (std::is_same_v<typename math_array<X>::relation, marray<bool, math_array<X>::size>>)
    return std::is_same_v<typename math_array<C>::type, marray<bool, math_array<X>::size>>;
  else if constexpr (is_generic_integer_v<condition>)
    return sizeof(condition) == sizeof(element_of_t<X>) &&
           std::is_same_v<array_of_t<X, condition>, typename math_array<C>::type>;
  else
    return false;
}

} // namespace detail

template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::any_all_t<X> any(const X &x) noexcept {
  bool result = false;
  SCYTHE_EACH(X)
  result = result || detail::is_chosen(x[i]);
  return result;
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::any_all_t<X> all(const X &x) noexcept {
  bool result = true;
  SCYTHE_EACH(X)
  result = result && detail::is_chosen(x[i]);
  return result;
}

template <typename X, typename Y, typename C,
          std::enable_if_t<detail::is_choice<detail::numbers_t<X, Y>, C>(), int> = 0>
SCYTHE_ALWAYS_INLINE inline detail::numbers_t<X, Y> select(const X &a, const Y &b,
                                                           const C &c) noexcept {
  detail::numbers_t<X> result;
  SCYTHE_EACH(X)
  result[i] = detail::is_chosen(c[i]) ? b[i] : a[i];
  return result;
}

} // namespace sycl

// SYCL 2020 §4.17.10: relational functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/relational_functions.hpp>

namespace sycl::inline _V1 {

namespace detail {

// marray of bool, or vec of integers that are 0 or -1.
template <typename FirstT, typename... OtherTs>
using relation_t = typename math_array<floats_t<FirstT, OtherTs...>>::relation;

template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT truth(bool value) noexcept {
  if constexpr (std::is_same_v<ValueT, bool>)
    return value;
  else
    return static_cast<ValueT>(-static_cast<int>(value));
}

} // namespace detail

#define SCYTHE_RELATION_1(name)                                                                    \
  template <typename FirstT>                                                                       \
  SCYTHE_ALWAYS_INLINE inline detail::relation_t<FirstT> name(const FirstT &arg_x) noexcept {      \
    using relation = detail::relation_t<FirstT>;                                                   \
    relation result;                                                                               \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = detail::truth<typename relation::value_type>(name(arg_x[idx]));                  \
    return result;                                                                                 \
  }
#define SCYTHE_RELATION_2(name)                                                                    \
  template <typename FirstT, typename SecondT>                                                     \
  SCYTHE_ALWAYS_INLINE inline detail::relation_t<FirstT, SecondT> name(                            \
      const FirstT &arg_x, const SecondT &arg_y) noexcept {                                        \
    using relation = detail::relation_t<FirstT, SecondT>;                                          \
    relation result;                                                                               \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = detail::truth<typename relation::value_type>(name(arg_x[idx], arg_y[idx]));      \
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

template <typename ValueT> SCYTHE_ALWAYS_INLINE inline bool is_chosen(ValueT element) noexcept {
  if constexpr (std::is_same_v<ValueT, bool>)
    return element;
  else
    return static_cast<std::make_signed_t<ValueT>>(element) < 0;
}

// The results are bool for marray, and int for vec.
template <typename FirstT, typename ValueT = element_of_t<FirstT>,
          typename RelationT = typename math_array<FirstT>::relation>
using any_all_t = std::enable_if_t<
    std::is_integral_v<ValueT> &&
        (std::is_same_v<ValueT, bool> ? std::is_same_v<typename math_array<FirstT>::type, RelationT>
                                      : std::is_signed_v<ValueT>),
    std::conditional_t<std::is_same_v<typename RelationT::value_type, bool>, bool, int>>;

// The type that selects elements: bool for marray; integers of the same size for vec.
template <typename FirstT, typename ConditionT> constexpr bool is_choice() noexcept {
  using condition = element_of_t<ConditionT>;
  if constexpr (std::is_same_v<typename math_array<FirstT>::relation,
                               marray<bool, math_array<FirstT>::size>>)
    return std::is_same_v<typename math_array<ConditionT>::type,
                          marray<bool, math_array<FirstT>::size>>;
  else if constexpr (is_generic_integer_v<condition>)
    return sizeof(condition) == sizeof(element_of_t<FirstT>) &&
           std::is_same_v<array_of_t<FirstT, condition>, typename math_array<ConditionT>::type>;
  else
    return false;
}

} // namespace detail

template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::any_all_t<FirstT> any(const FirstT &arg_x) noexcept {
  bool result = false;
  SCYTHE_EACH(FirstT)
  result = result || detail::is_chosen(arg_x[idx]);
  return result;
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::any_all_t<FirstT> all(const FirstT &arg_x) noexcept {
  bool result = true;
  SCYTHE_EACH(FirstT)
  result = result && detail::is_chosen(arg_x[idx]);
  return result;
}

template <
    typename FirstT, typename SecondT, typename ConditionT,
    std::enable_if_t<detail::is_choice<detail::numbers_t<FirstT, SecondT>, ConditionT>(), int> = 0>
SCYTHE_ALWAYS_INLINE inline detail::numbers_t<FirstT, SecondT>
select(const FirstT &arg_a, const SecondT &arg_b, const ConditionT &arg_c) noexcept {
  detail::numbers_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = detail::is_chosen(arg_c[idx]) ? arg_b[idx] : arg_a[idx];
  return result;
}

} // namespace sycl

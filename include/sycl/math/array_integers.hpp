// SYCL 2020 §4.17.7 and §4.17.8: integer and common functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/half_functions.hpp>

namespace sycl::inline _V1 {

SCYTHE_ARRAYS_1(numbers_t, abs)
SCYTHE_ARRAYS_1(integers_t, clz)
SCYTHE_ARRAYS_1(integers_t, ctz)
SCYTHE_ARRAYS_1(integers_t, popcount)
SCYTHE_ARRAYS_2(integers_t, abs_diff)
SCYTHE_ARRAYS_2(integers_t, add_sat)
SCYTHE_ARRAYS_2(integers_t, hadd)
SCYTHE_ARRAYS_2(integers_t, mul24)
SCYTHE_ARRAYS_2(integers_t, mul_hi)
SCYTHE_ARRAYS_2(integers_t, rhadd)
SCYTHE_ARRAYS_2(integers_t, rotate)
SCYTHE_ARRAYS_2(integers_t, sub_sat)
SCYTHE_ARRAYS_3(integers_t, mad24)
SCYTHE_ARRAYS_3(integers_t, mad_hi)
SCYTHE_ARRAYS_3(integers_t, mad_sat)

SCYTHE_NUMBERS_2(is_generic_integer_v, abs_diff)
SCYTHE_NUMBERS_2(is_generic_integer_v, add_sat)
SCYTHE_NUMBERS_2(is_generic_integer_v, hadd)
SCYTHE_NUMBERS_2(is_generic_integer_v, mul24)
SCYTHE_NUMBERS_2(is_generic_integer_v, mul_hi)
SCYTHE_NUMBERS_2(is_generic_integer_v, rhadd)
SCYTHE_NUMBERS_2(is_generic_integer_v, rotate)
SCYTHE_NUMBERS_2(is_generic_integer_v, sub_sat)
SCYTHE_NUMBERS_3(is_generic_integer_v, mad24)
SCYTHE_NUMBERS_3(is_generic_integer_v, mad_hi)
SCYTHE_NUMBERS_3(is_generic_integer_v, mad_sat)

// `lo` has unsigned elements.
template <typename FirstT, typename SecondT,
          std::enable_if_t<std::is_same_v<detail::array_of_t<detail::integers_t<FirstT>,
                                                             std::make_unsigned_t<
                                                                 detail::element_of_t<FirstT>>>,
                                          typename detail::math_array<SecondT>::type>,
                           int> = 0>
SCYTHE_ALWAYS_INLINE inline auto upsample(const FirstT &high, const SecondT &low) noexcept {
  detail::array_of_t<FirstT, decltype(upsample(high[0], low[0]))> result;
  SCYTHE_EACH(FirstT)
  result[idx] = upsample(high[idx], low[idx]);
  return result;
}

SCYTHE_ARRAYS_1(floats_t, degrees)
SCYTHE_ARRAYS_1(floats_t, radians)
SCYTHE_ARRAYS_1(floats_t, sign)
SCYTHE_ARRAYS_2(floats_t, step)
SCYTHE_ARRAYS_3(floats_t, mix)
SCYTHE_ARRAYS_3(floats_t, smoothstep)
SCYTHE_ARRAYS_2(numbers_t, max)
SCYTHE_ARRAYS_2(numbers_t, min)
SCYTHE_ARRAYS_3(numbers_t, clamp)
SCYTHE_ARRAY_AND_NUMBER(numbers_t, max)
SCYTHE_ARRAY_AND_NUMBER(numbers_t, min)

// Without these, <algorithm>'s functions of two arguments of the same type would be preferred after
// `using namespace std`; they do not support vectors.
#define SCYTHE_ONE_TYPE(Size, array)                                                               \
  template <typename ValueT, Size Length,                                                          \
            std::enable_if_t<detail::is_math_number_v<ValueT>, int> = 0>                           \
  SCYTHE_ALWAYS_INLINE inline array<ValueT, Length> max(                                           \
      const array<ValueT, Length> &arg_x, const array<ValueT, Length> &arg_y) noexcept {           \
    return max<array<ValueT, Length>, array<ValueT, Length>>(arg_x, arg_y);                        \
  }                                                                                                \
  template <typename ValueT, Size Length,                                                          \
            std::enable_if_t<detail::is_math_number_v<ValueT>, int> = 0>                           \
  SCYTHE_ALWAYS_INLINE inline array<ValueT, Length> min(                                           \
      const array<ValueT, Length> &arg_x, const array<ValueT, Length> &arg_y) noexcept {           \
    return min<array<ValueT, Length>, array<ValueT, Length>>(arg_x, arg_y);                        \
  }                                                                                                \
  template <typename ValueT, Size Length,                                                          \
            std::enable_if_t<detail::is_math_number_v<ValueT>, int> = 0>                           \
  SCYTHE_ALWAYS_INLINE inline array<ValueT, Length> clamp(                                         \
      const array<ValueT, Length> &arg_x, const array<ValueT, Length> &minval,                     \
      const array<ValueT, Length> &maxval) noexcept {                                              \
    return clamp<array<ValueT, Length>, array<ValueT, Length>, array<ValueT, Length>>(             \
        arg_x, minval, maxval);                                                                    \
  }
SCYTHE_ONE_TYPE(int, vec)
SCYTHE_ONE_TYPE(std::size_t, marray)
#undef SCYTHE_ONE_TYPE

SCYTHE_NUMBERS_2(is_math_float_v, step)
SCYTHE_NUMBERS_3(is_math_float_v, mix)
SCYTHE_NUMBERS_3(is_math_float_v, smoothstep)

template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::numbers_t<FirstT>
clamp(const FirstT &arg_x, detail::element_of_t<FirstT> minval,
      detail::element_of_t<FirstT> maxval) noexcept {
  detail::numbers_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = clamp(arg_x[idx], minval, maxval);
  return result;
}
template <typename FirstT, typename SecondT>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT, SecondT>
mix(const FirstT &arg_x, const SecondT &arg_y, detail::element_of_t<FirstT> arg_a) noexcept {
  detail::floats_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = mix(arg_x[idx], arg_y[idx], arg_a);
  return result;
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT> step(detail::element_of_t<FirstT> edge,
                                                     const FirstT &arg_x) noexcept {
  detail::floats_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = step(edge, arg_x[idx]);
  return result;
}
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT> smoothstep(detail::element_of_t<FirstT> edge0,
                                                           detail::element_of_t<FirstT> edge1,
                                                           const FirstT &arg_x) noexcept {
  detail::floats_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = smoothstep(edge0, edge1, arg_x[idx]);
  return result;
}

} // namespace sycl

// SYCL 2020 §4.17.7 and §4.17.8: integer and common functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/half_functions.hpp>

namespace sycl {

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
template <typename X, typename Y,
          std::enable_if_t<std::is_same_v<detail::array_of_t<detail::integers_t<X>,
                                                             std::make_unsigned_t<
                                                                 detail::element_of_t<X>>>,
                                          typename detail::math_array<Y>::type>,
                           int> = 0>
SCYTHE_ALWAYS_INLINE inline auto upsample(const X &hi, const Y &lo) noexcept {
  detail::array_of_t<X, decltype(upsample(hi[0], lo[0]))> result;
  SCYTHE_EACH(X)
  result[i] = upsample(hi[i], lo[i]);
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

// <algorithm>'s functions of two arguments of any one type are the better match
// after `using namespace std`, but for these; they have no use for vectors.
#define SCYTHE_ONE_TYPE(Size, array)                                                               \
  template <typename T, Size N, std::enable_if_t<detail::is_math_number_v<T>, int> = 0>            \
  SCYTHE_ALWAYS_INLINE inline array<T, N> max(const array<T, N> &x,                                \
                                              const array<T, N> &y) noexcept {                     \
    return max<array<T, N>, array<T, N>>(x, y);                                                    \
  }                                                                                                \
  template <typename T, Size N, std::enable_if_t<detail::is_math_number_v<T>, int> = 0>            \
  SCYTHE_ALWAYS_INLINE inline array<T, N> min(const array<T, N> &x,                                \
                                              const array<T, N> &y) noexcept {                     \
    return min<array<T, N>, array<T, N>>(x, y);                                                    \
  }                                                                                                \
  template <typename T, Size N, std::enable_if_t<detail::is_math_number_v<T>, int> = 0>            \
  SCYTHE_ALWAYS_INLINE inline array<T, N> clamp(const array<T, N> &x, const array<T, N> &minval,   \
                                                const array<T, N> &maxval) noexcept {              \
    return clamp<array<T, N>, array<T, N>, array<T, N>>(x, minval, maxval);                        \
  }
SCYTHE_ONE_TYPE(int, vec)
SCYTHE_ONE_TYPE(std::size_t, marray)
#undef SCYTHE_ONE_TYPE

SCYTHE_NUMBERS_2(is_math_float_v, step)
SCYTHE_NUMBERS_3(is_math_float_v, mix)
SCYTHE_NUMBERS_3(is_math_float_v, smoothstep)

template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::numbers_t<X>
clamp(const X &x, detail::element_of_t<X> minval, detail::element_of_t<X> maxval) noexcept {
  detail::numbers_t<X> result;
  SCYTHE_EACH(X)
  result[i] = clamp(x[i], minval, maxval);
  return result;
}
template <typename X, typename Y>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<X, Y> mix(const X &x, const Y &y,
                                                       detail::element_of_t<X> a) noexcept {
  detail::floats_t<X> result;
  SCYTHE_EACH(X)
  result[i] = mix(x[i], y[i], a);
  return result;
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<X> step(detail::element_of_t<X> edge,
                                                     const X &x) noexcept {
  detail::floats_t<X> result;
  SCYTHE_EACH(X)
  result[i] = step(edge, x[i]);
  return result;
}
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<X> smoothstep(detail::element_of_t<X> edge0,
                                                           detail::element_of_t<X> edge1,
                                                           const X &x) noexcept {
  detail::floats_t<X> result;
  SCYTHE_EACH(X)
  result[i] = smoothstep(edge0, edge1, x[i]);
  return result;
}

} // namespace sycl

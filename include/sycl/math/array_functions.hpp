// SYCL 2020 §4.17.5 and §4.17.6: math functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/native_functions.hpp>

namespace sycl::inline _V1 {

SCYTHE_ARRAYS_1(floats_t, acos)
SCYTHE_ARRAYS_1(floats_t, acosh)
SCYTHE_ARRAYS_1(floats_t, acospi)
SCYTHE_ARRAYS_1(floats_t, asin)
SCYTHE_ARRAYS_1(floats_t, asinh)
SCYTHE_ARRAYS_1(floats_t, asinpi)
SCYTHE_ARRAYS_1(floats_t, atan)
SCYTHE_ARRAYS_1(floats_t, atanh)
SCYTHE_ARRAYS_1(floats_t, atanpi)
SCYTHE_ARRAYS_1(floats_t, cbrt)
SCYTHE_ARRAYS_1(floats_t, ceil)
SCYTHE_ARRAYS_1(floats_t, cos)
SCYTHE_ARRAYS_1(floats_t, cosh)
SCYTHE_ARRAYS_1(floats_t, cospi)
SCYTHE_ARRAYS_1(floats_t, erf)
SCYTHE_ARRAYS_1(floats_t, erfc)
SCYTHE_ARRAYS_1(floats_t, exp)
SCYTHE_ARRAYS_1(floats_t, exp2)
SCYTHE_ARRAYS_1(floats_t, exp10)
SCYTHE_ARRAYS_1(floats_t, expm1)
SCYTHE_ARRAYS_1(floats_t, fabs)
SCYTHE_ARRAYS_1(floats_t, floor)
SCYTHE_ARRAYS_1(floats_t, lgamma)
SCYTHE_ARRAYS_1(floats_t, log)
SCYTHE_ARRAYS_1(floats_t, log2)
SCYTHE_ARRAYS_1(floats_t, log10)
SCYTHE_ARRAYS_1(floats_t, log1p)
SCYTHE_ARRAYS_1(floats_t, logb)
SCYTHE_ARRAYS_1(floats_t, rint)
SCYTHE_ARRAYS_1(floats_t, round)
SCYTHE_ARRAYS_1(floats_t, rsqrt)
SCYTHE_ARRAYS_1(floats_t, sin)
SCYTHE_ARRAYS_1(floats_t, sinh)
SCYTHE_ARRAYS_1(floats_t, sinpi)
SCYTHE_ARRAYS_1(floats_t, sqrt)
SCYTHE_ARRAYS_1(floats_t, tan)
SCYTHE_ARRAYS_1(floats_t, tanh)
SCYTHE_ARRAYS_1(floats_t, tanpi)
SCYTHE_ARRAYS_1(floats_t, tgamma)
SCYTHE_ARRAYS_1(floats_t, trunc)

SCYTHE_ARRAYS_2(floats_t, atan2)
SCYTHE_ARRAYS_2(floats_t, atan2pi)
SCYTHE_ARRAYS_2(floats_t, copysign)
SCYTHE_ARRAYS_2(floats_t, fdim)
SCYTHE_ARRAYS_2(floats_t, fmax)
SCYTHE_ARRAYS_2(floats_t, fmin)
SCYTHE_ARRAYS_2(floats_t, fmod)
SCYTHE_ARRAYS_2(floats_t, hypot)
SCYTHE_ARRAYS_2(floats_t, maxmag)
SCYTHE_ARRAYS_2(floats_t, minmag)
SCYTHE_ARRAYS_2(floats_t, nextafter)
SCYTHE_ARRAYS_2(floats_t, pow)
SCYTHE_ARRAYS_2(floats_t, powr)
SCYTHE_ARRAYS_2(floats_t, remainder)
SCYTHE_ARRAY_AND_NUMBER(floats_t, fmax)
SCYTHE_ARRAY_AND_NUMBER(floats_t, fmin)

SCYTHE_ARRAYS_2(floats_and_int_t, ldexp)
SCYTHE_ARRAYS_2(floats_and_int_t, pown)
SCYTHE_ARRAYS_2(floats_and_int_t, rootn)
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT> ldexp(const FirstT &arg_x,
                                                           int exponent) noexcept {
  detail::floats_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = ldexp(arg_x[idx], exponent);
  return result;
}

SCYTHE_ARRAYS_3(floats_t, fma)
SCYTHE_ARRAYS_3(floats_t, mad)

template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::array_of_t<detail::floats_t<FirstT>, int>
ilogb(const FirstT &arg_x) noexcept {
  detail::array_of_t<FirstT, int> result;
  SCYTHE_EACH(FirstT)
  result[idx] = ilogb(arg_x[idx]);
  return result;
}

namespace detail {

// The floating-point type for integers that are payloads of NaN.
template <typename ValueT> struct nan_of {};
template <> struct nan_of<std::uint16_t> { using type = half; };
template <> struct nan_of<std::uint32_t> { using type = float; };
template <> struct nan_of<std::uint64_t> { using type = double; };
template <typename FirstT>
using nans_t = array_of_t<FirstT, typename nan_of<element_of_t<FirstT>>::type>;

} // namespace detail

template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline detail::nans_t<FirstT> nan(const FirstT &nancode) noexcept {
  detail::nans_t<FirstT> result;
  SCYTHE_EACH(FirstT)
  result[idx] = nan(nancode[idx]);
  return result;
}

// Functions with a second result: of the argument's type, or an int.

// Numbers may be of a type that converts, and programs may specify the pointer's type explicitly.

#define SCYTHE_SECOND_OF(float_type, result_type, name)                                            \
  template <typename Ptr, detail::if_pointer_to<result_type, Ptr> = 0>                             \
  SCYTHE_ALWAYS_INLINE inline float_type name(float_type arg_x, Ptr second) noexcept {             \
    return name(arg_x, detail::result_at<result_type>(second));                                    \
  }

#define SCYTHE_SECOND_SAME(name)                                                                   \
  SCYTHE_SECOND_OF(float, float, name)                                                             \
  SCYTHE_SECOND_OF(double, double, name)                                                           \
  SCYTHE_SECOND_OF(half, half, name)                                                               \
  template <typename FirstT, typename Ptr, detail::if_leads_to<detail::floats_t<FirstT>, Ptr> = 0> \
  SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT> name(const FirstT &arg_x,                   \
                                                            Ptr second) noexcept {                 \
    detail::floats_t<FirstT> result, others;                                                       \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx], &others[idx]);                                                  \
    *detail::result_at<detail::floats_t<FirstT>>(second) = others;                                 \
    return result;                                                                                 \
  }
SCYTHE_SECOND_SAME(fract)
SCYTHE_SECOND_SAME(modf)
SCYTHE_SECOND_SAME(sincos)
#undef SCYTHE_SECOND_SAME

#define SCYTHE_SECOND_INT(name)                                                                    \
  SCYTHE_SECOND_OF(float, int, name)                                                               \
  SCYTHE_SECOND_OF(double, int, name)                                                              \
  SCYTHE_SECOND_OF(half, int, name)                                                                \
  template <typename FirstT, typename Ptr,                                                         \
            detail::if_leads_to<detail::array_of_t<detail::floats_t<FirstT>, int>, Ptr> = 0>       \
  SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT> name(const FirstT &arg_x,                   \
                                                            Ptr second) noexcept {                 \
    detail::floats_t<FirstT> result;                                                               \
    detail::array_of_t<FirstT, int> others;                                                        \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx], &others[idx]);                                                  \
    *detail::result_at<detail::array_of_t<FirstT, int>>(second) = others;                          \
    return result;                                                                                 \
  }
SCYTHE_SECOND_INT(frexp)
SCYTHE_SECOND_INT(lgamma_r)
#undef SCYTHE_SECOND_INT
#undef SCYTHE_SECOND_OF

#define SCYTHE_REMQUO(float_type)                                                                  \
  template <typename Ptr, detail::if_pointer_to<int, Ptr> = 0>                                     \
  SCYTHE_ALWAYS_INLINE inline float_type remquo(float_type arg_x, float_type arg_y,                \
                                                Ptr quo) noexcept {                                \
    return remquo(arg_x, arg_y, detail::result_at<int>(quo));                                      \
  }
SCYTHE_REMQUO(float)
SCYTHE_REMQUO(double)
SCYTHE_REMQUO(half)
#undef SCYTHE_REMQUO
template <typename FirstT, typename SecondT, typename Ptr,
          detail::if_leads_to<detail::array_of_t<detail::floats_t<FirstT, SecondT>, int>, Ptr> = 0>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<FirstT, SecondT>
remquo(const FirstT &arg_x, const SecondT &arg_y, Ptr quo) noexcept {
  detail::floats_t<FirstT> result;
  detail::array_of_t<FirstT, int> quotients;
  SCYTHE_EACH(FirstT)
  result[idx] = remquo(arg_x[idx], arg_y[idx], &quotients[idx]);
  *detail::result_at<detail::array_of_t<FirstT, int>>(quo) = quotients;
  return result;
}

namespace native {

SCYTHE_ARRAYS_1(only_floats_t, cos)
SCYTHE_ARRAYS_1(only_floats_t, exp)
SCYTHE_ARRAYS_1(only_floats_t, exp2)
SCYTHE_ARRAYS_1(only_floats_t, exp10)
SCYTHE_ARRAYS_1(only_floats_t, log)
SCYTHE_ARRAYS_1(only_floats_t, log2)
SCYTHE_ARRAYS_1(only_floats_t, log10)
SCYTHE_ARRAYS_1(only_floats_t, recip)
SCYTHE_ARRAYS_1(only_floats_t, rsqrt)
SCYTHE_ARRAYS_1(only_floats_t, sin)
SCYTHE_ARRAYS_1(only_floats_t, sqrt)
SCYTHE_ARRAYS_1(only_floats_t, tan)
SCYTHE_ARRAYS_2(only_floats_t, divide)
SCYTHE_ARRAYS_2(only_floats_t, powr)

} // namespace native

} // namespace sycl

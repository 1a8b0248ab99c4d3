// SYCL 2020 §4.17.5 and §4.17.6: math functions of vec and marray.
#pragma once

#include <sycl/math/arrays.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/native_functions.hpp>

namespace sycl {

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
template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<X> ldexp(const X &x, int k) noexcept {
  detail::floats_t<X> result;
  SCYTHE_EACH(X)
  result[i] = ldexp(x[i], k);
  return result;
}

SCYTHE_ARRAYS_3(floats_t, fma)
SCYTHE_ARRAYS_3(floats_t, mad)

template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::array_of_t<detail::floats_t<X>, int>
ilogb(const X &x) noexcept {
  detail::array_of_t<X, int> result;
  SCYTHE_EACH(X)
  result[i] = ilogb(x[i]);
  return result;
}

namespace detail {

// The floating point number whose payload an integer is.
template <typename T> struct nan_of {};
template <> struct nan_of<std::uint16_t> { using type = half; };
template <> struct nan_of<std::uint32_t> { using type = float; };
template <> struct nan_of<std::uint64_t> { using type = double; };
template <typename X> using nans_t = array_of_t<X, typename nan_of<element_of_t<X>>::type>;

} // namespace detail

template <typename X>
SCYTHE_ALWAYS_INLINE inline detail::nans_t<X> nan(const X &nancode) noexcept {
  detail::nans_t<X> result;
  SCYTHE_EACH(X)
  result[i] = nan(nancode[i]);
  return result;
}

// Functions with a second result: one of the argument's type, or an int.

#define SCYTHE_SECOND_SAME(name)                                                                   \
  template <typename T, access::address_space Space, access::decorated Decorated,                  \
            std::enable_if_t<detail::is_math_float_v<T>, int> = 0>                                 \
  SCYTHE_ALWAYS_INLINE inline T name(std::common_type_t<T> x,                                      \
                                     multi_ptr<T, Space, Decorated> second) noexcept {             \
    return name(x, detail::result_at<T>(second));                                                  \
  }                                                                                                \
  template <typename X, typename Ptr, detail::if_leads_to<detail::floats_t<X>, Ptr> = 0>           \
  SCYTHE_ALWAYS_INLINE inline detail::floats_t<X> name(const X &x, Ptr second) noexcept {          \
    detail::floats_t<X> result, others;                                                            \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i], &others[i]);                                                            \
    *detail::result_at<detail::floats_t<X>>(second) = others;                                      \
    return result;                                                                                 \
  }
SCYTHE_SECOND_SAME(fract)
SCYTHE_SECOND_SAME(modf)
SCYTHE_SECOND_SAME(sincos)
#undef SCYTHE_SECOND_SAME

#define SCYTHE_SECOND_INT(name)                                                                    \
  template <typename T, access::address_space Space, access::decorated Decorated,                  \
            std::enable_if_t<detail::is_math_float_v<T>, int> = 0>                                 \
  SCYTHE_ALWAYS_INLINE inline T name(T x, multi_ptr<int, Space, Decorated> second) noexcept {      \
    return name(x, detail::result_at<int>(second));                                                \
  }                                                                                                \
  template <typename X, typename Ptr,                                                              \
            detail::if_leads_to<detail::array_of_t<detail::floats_t<X>, int>, Ptr> = 0>            \
  SCYTHE_ALWAYS_INLINE inline detail::floats_t<X> name(const X &x, Ptr second) noexcept {          \
    detail::floats_t<X> result;                                                                    \
    detail::array_of_t<X, int> others;                                                             \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i], &others[i]);                                                            \
    *detail::result_at<detail::array_of_t<X, int>>(second) = others;                               \
    return result;                                                                                 \
  }
SCYTHE_SECOND_INT(frexp)
SCYTHE_SECOND_INT(lgamma_r)
#undef SCYTHE_SECOND_INT

template <typename T, access::address_space Space, access::decorated Decorated,
          std::enable_if_t<detail::is_math_float_v<T>, int> = 0>
SCYTHE_ALWAYS_INLINE inline T remquo(T x, std::common_type_t<T> y,
                                     multi_ptr<int, Space, Decorated> quo) noexcept {
  return remquo(x, y, detail::result_at<int>(quo));
}
template <typename X, typename Y, typename Ptr,
          detail::if_leads_to<detail::array_of_t<detail::floats_t<X, Y>, int>, Ptr> = 0>
SCYTHE_ALWAYS_INLINE inline detail::floats_t<X, Y> remquo(const X &x, const Y &y,
                                                          Ptr quo) noexcept {
  detail::floats_t<X> result;
  detail::array_of_t<X, int> quotients;
  SCYTHE_EACH(X)
  result[i] = remquo(x[i], y[i], &quotients[i]);
  *detail::result_at<detail::array_of_t<X, int>>(quo) = quotients;
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

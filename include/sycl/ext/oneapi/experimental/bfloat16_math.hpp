// The extension sycl_ext_oneapi_bfloat16_math_functions, for scalars, marray and vec:
// computed in float and rounded.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math.hpp>

namespace sycl::inline _V1 {

namespace detail {

template <typename FirstT, typename... OtherTs>
using bfloat16s_t = array_if_t<is_bfloat16_v<element_of_t<FirstT>>, FirstT, OtherTs...>;

} // namespace detail

namespace ext::oneapi::experimental {

// Inside of functions of arrays.
#define SCYTHE_EACH(expression)                                                                    \
  detail::bfloat16s_t<FirstT> result;                                                              \
  _Pragma("clang loop unroll(full)") for (int idx = 0; idx < detail::math_array<FirstT>::size;     \
                                          ++idx) result[idx] = expression;                         \
  return result;
#define SCYTHE_BFLOAT16_1(name)                                                                    \
  SCYTHE_ALWAYS_INLINE inline bfloat16 name(bfloat16 arg_x) noexcept {                             \
    return sycl::name(static_cast<float>(arg_x));                                                  \
  }                                                                                                \
  template <typename FirstT>                                                                       \
  SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<FirstT> name(const FirstT &arg_x) noexcept {     \
    SCYTHE_EACH(name(arg_x[idx]))                                                                  \
  }
#define SCYTHE_BFLOAT16_2(name)                                                                    \
  SCYTHE_ALWAYS_INLINE inline bfloat16 name(bfloat16 arg_x, bfloat16 arg_y) noexcept {             \
    return sycl::name(static_cast<float>(arg_x), static_cast<float>(arg_y));                       \
  }                                                                                                \
  template <typename FirstT, typename SecondT>                                                     \
  SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<FirstT, SecondT> name(                           \
      const FirstT &arg_x, const SecondT &arg_y) noexcept {                                        \
    SCYTHE_EACH(name(arg_x[idx], arg_y[idx]))                                                      \
  }
SCYTHE_BFLOAT16_1(ceil)
SCYTHE_BFLOAT16_1(cos)
SCYTHE_BFLOAT16_1(exp)
SCYTHE_BFLOAT16_1(exp2)
SCYTHE_BFLOAT16_1(exp10)
SCYTHE_BFLOAT16_1(fabs)
SCYTHE_BFLOAT16_1(floor)
SCYTHE_BFLOAT16_1(log)
SCYTHE_BFLOAT16_1(log2)
SCYTHE_BFLOAT16_1(log10)
SCYTHE_BFLOAT16_1(rint)
SCYTHE_BFLOAT16_1(rsqrt)
SCYTHE_BFLOAT16_1(sin)
SCYTHE_BFLOAT16_1(sqrt)
SCYTHE_BFLOAT16_1(tanh)
SCYTHE_BFLOAT16_1(trunc)
SCYTHE_BFLOAT16_2(fmax)
SCYTHE_BFLOAT16_2(fmin)
#undef SCYTHE_BFLOAT16_2
#undef SCYTHE_BFLOAT16_1

SCYTHE_ALWAYS_INLINE inline bfloat16 fma(bfloat16 arg_x, bfloat16 arg_y, bfloat16 arg_z) noexcept {
  return sycl::fma(static_cast<float>(arg_x), static_cast<float>(arg_y), static_cast<float>(arg_z));
}
template <typename FirstT, typename SecondT, typename ThirdT>
SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<FirstT, SecondT, ThirdT>
fma(const FirstT &arg_x, const SecondT &arg_y, const ThirdT &arg_z) noexcept {
    SCYTHE_EACH(experimental::fma(arg_x[idx], arg_y[idx], arg_z[idx]))}
#undef SCYTHE_EACH

SCYTHE_ALWAYS_INLINE inline bool isnan(bfloat16 arg_x) noexcept { return arg_x != arg_x; }
// marray of bool, or vec of integers that are 0 or -1.
template <typename FirstT>
SCYTHE_ALWAYS_INLINE inline typename detail::math_array<detail::bfloat16s_t<FirstT>>::relation
isnan(const FirstT &arg_x) noexcept {
  return arg_x != arg_x;
}

} // namespace ext::oneapi::experimental

} // namespace sycl

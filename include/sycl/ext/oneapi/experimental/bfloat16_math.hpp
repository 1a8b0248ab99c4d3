// The extension sycl_ext_oneapi_bfloat16_math_functions, for scalars, marray and vec:
// computed in float and rounded.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math.hpp>

namespace sycl {

namespace detail {

template <typename X, typename... Ys>
using bfloat16s_t = array_if_t<is_bfloat16_v<element_of_t<X>>, X, Ys...>;

} // namespace detail

namespace ext::oneapi::experimental {

// Inside of functions of arrays.
#define SCYTHE_EACH(expression)                                                                    \
  detail::bfloat16s_t<X> result;                                                                   \
  _Pragma("clang loop unroll(full)") for (int i = 0; i < detail::math_array<X>::size; ++i)         \
      result[i] = expression;                                                                      \
  return result;
#define SCYTHE_BFLOAT16_1(name)                                                                    \
  SCYTHE_ALWAYS_INLINE inline bfloat16 name(bfloat16 x) noexcept {                                 \
    return sycl::name(static_cast<float>(x));                                                      \
  }                                                                                                \
  template <typename X>                                                                            \
  SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<X> name(const X &x) noexcept {                   \
    SCYTHE_EACH(name(x[i]))                                                                        \
  }
#define SCYTHE_BFLOAT16_2(name)                                                                    \
  SCYTHE_ALWAYS_INLINE inline bfloat16 name(bfloat16 x, bfloat16 y) noexcept {                     \
    return sycl::name(static_cast<float>(x), static_cast<float>(y));                               \
  }                                                                                                \
  template <typename X, typename Y>                                                                \
  SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<X, Y> name(const X &x, const Y &y) noexcept {    \
    SCYTHE_EACH(name(x[i], y[i]))                                                                  \
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

SCYTHE_ALWAYS_INLINE inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) noexcept {
  return sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}
template <typename X, typename Y, typename Z>
SCYTHE_ALWAYS_INLINE inline detail::bfloat16s_t<X, Y, Z> fma(const X &x, const Y &y,
                                                             const Z &z) noexcept {
  SCYTHE_EACH(experimental::fma(x[i], y[i], z[i]))
}
#undef SCYTHE_EACH

SCYTHE_ALWAYS_INLINE inline bool isnan(bfloat16 x) noexcept { return x != x; }
// marray of bool, or vec of integers that are 0 or -1.
template <typename X>
SCYTHE_ALWAYS_INLINE inline typename detail::math_array<detail::bfloat16s_t<X>>::relation
isnan(const X &x) noexcept {
  return x != x;
}

} // namespace ext::oneapi::experimental

} // namespace sycl

// The extension sycl_ext_oneapi_bfloat16_math_functions, for scalars: computed in
// float and rounded.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math/math_functions.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1

namespace sycl::ext::oneapi::experimental {

#define SCYTHE_BFLOAT16_1(name)                                                                    \
  SCYTHE_ALWAYS_INLINE inline bfloat16 name(bfloat16 x) noexcept {                                 \
    return sycl::name(static_cast<float>(x));                                                      \
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
#undef SCYTHE_BFLOAT16_1

SCYTHE_ALWAYS_INLINE inline bool isnan(bfloat16 x) noexcept { return x != x; }
SCYTHE_ALWAYS_INLINE inline bfloat16 fmin(bfloat16 x, bfloat16 y) noexcept {
  return sycl::fmin(static_cast<float>(x), static_cast<float>(y));
}
SCYTHE_ALWAYS_INLINE inline bfloat16 fmax(bfloat16 x, bfloat16 y) noexcept {
  return sycl::fmax(static_cast<float>(x), static_cast<float>(y));
}
SCYTHE_ALWAYS_INLINE inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) noexcept {
  return sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

} // namespace sycl::ext::oneapi::experimental

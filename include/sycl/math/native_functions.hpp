// SYCL 2020 §4.17.6: functions that may trade accuracy for speed. On processors
// the functions of §4.17.5 are the fast ones too, once they are vectorised.
#pragma once

#include <sycl/math/math_functions.hpp>

namespace sycl::inline _V1::native {

#define SCYTHE_NATIVE(name)                                                                        \
  SCYTHE_ALWAYS_INLINE inline float name(float arg_x) noexcept { return sycl::name(arg_x); }
SCYTHE_NATIVE(cos)
SCYTHE_NATIVE(exp)
SCYTHE_NATIVE(exp2)
SCYTHE_NATIVE(exp10)
SCYTHE_NATIVE(log)
SCYTHE_NATIVE(log2)
SCYTHE_NATIVE(log10)
SCYTHE_NATIVE(rsqrt)
SCYTHE_NATIVE(sin)
SCYTHE_NATIVE(sqrt)
SCYTHE_NATIVE(tan)
#undef SCYTHE_NATIVE

SCYTHE_ALWAYS_INLINE inline float divide(float arg_x, float arg_y) noexcept {
  return arg_x / arg_y;
}
SCYTHE_ALWAYS_INLINE inline float powr(float arg_x, float arg_y) noexcept {
  return sycl::powr(arg_x, arg_y);
}
SCYTHE_ALWAYS_INLINE inline float recip(float arg_x) noexcept { return 1 / arg_x; }

} // namespace sycl::native

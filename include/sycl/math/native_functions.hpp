// SYCL 2020 §4.17.6: functions that may trade accuracy for speed. On processors
// the functions of §4.17.5 are the fast ones too, once they are vectorised.
#pragma once

#include <sycl/math/math_functions.hpp>

namespace sycl::inline _V1::native {

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// The approximations that NVIDIA GPUs have instructions for, and functions based on them:
// logarithms and powers of two are converted to other bases.
SCYTHE_ALWAYS_INLINE inline float cos(float arg_x) noexcept {
  return __nvvm_cos_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float sin(float arg_x) noexcept {
  return __nvvm_sin_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float divide(float arg_x, float arg_y) noexcept {
  return __nvvm_div_approx_f(arg_x, arg_y);
}
SCYTHE_ALWAYS_INLINE inline float tan(float arg_x) noexcept {
  return native::divide(native::sin(arg_x), native::cos(arg_x));
}
SCYTHE_ALWAYS_INLINE inline float exp2(float arg_x) noexcept {
  return __nvvm_ex2_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float exp(float arg_x) noexcept {
  return native::exp2(arg_x * 1.44269504f);
}
SCYTHE_ALWAYS_INLINE inline float exp10(float arg_x) noexcept {
  return native::exp2(arg_x * 3.32192809f);
}
SCYTHE_ALWAYS_INLINE inline float log2(float arg_x) noexcept {
  return __nvvm_lg2_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float log(float arg_x) noexcept {
  return native::log2(arg_x) * 0.693147181f;
}
SCYTHE_ALWAYS_INLINE inline float log10(float arg_x) noexcept {
  return native::log2(arg_x) * 0.301029996f;
}
SCYTHE_ALWAYS_INLINE inline float rsqrt(float arg_x) noexcept {
  return __nvvm_rsqrt_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float sqrt(float arg_x) noexcept {
  return __nvvm_sqrt_approx_f(arg_x);
}
SCYTHE_ALWAYS_INLINE inline float powr(float arg_x, float arg_y) noexcept {
  return native::exp2(arg_y * native::log2(arg_x));
}
SCYTHE_ALWAYS_INLINE inline float recip(float arg_x) noexcept {
  return native::divide(1.0f, arg_x);
}

#else

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

#endif

} // namespace sycl::native

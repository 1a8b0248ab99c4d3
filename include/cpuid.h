// clang's <cpuid.h> for device code. The device pass knows the builtins of the host's processor, and clang's
// header asks only about those of the device's: it would define __cpuidex, which is there already.
#ifndef SCYTHE_CPUID_H
#define SCYTHE_CPUID_H
#ifdef __SYCL_DEVICE_ONLY__
#pragma push_macro("__cpuidex")
#define __cpuidex __scythe_unused_cpuidex
#endif
#include_next <cpuid.h>
#ifdef __SYCL_DEVICE_ONLY__
#pragma pop_macro("__cpuidex")
#endif
#endif

// clang's <cpuid.h> for device code. The device pass has the builtins of the host's processor, but
// clang's header tests for those of the device's: it would define __cpuidex, which exists already.
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

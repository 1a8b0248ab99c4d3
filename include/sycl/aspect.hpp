// Device aspects (SYCL 2020 §4.6.4.5).
#pragma once

#include <scythe/facts.h>
#ifndef __SCYTHE_PRECOMPILED__
#include <scythe/unit_targets.hpp>
#endif

#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

enum class aspect {
#define SCYTHE_ASPECT(name, value) name = value,
  SCYTHE_FOR_ASPECTS(SCYTHE_ASPECT)
#undef SCYTHE_ASPECT
};

namespace detail {

constexpr std::uint32_t unit_targets();

constexpr bool cpu_device_has(aspect asp) {
  switch (asp) {
  case aspect::cpu:
  case aspect::fp16:
  case aspect::fp64:
  case aspect::atomic64:
  case aspect::image:
  case aspect::online_compiler:
  case aspect::online_linker:
  case aspect::queue_profiling:
  case aspect::usm_device_allocations:
  case aspect::usm_host_allocations:
  case aspect::usm_atomic_host_allocations:
  case aspect::usm_shared_allocations:
  case aspect::usm_atomic_shared_allocations:
  case aspect::usm_system_allocations:
  case aspect::ext_oneapi_ballot_group:
  case aspect::ext_oneapi_fixed_size_group:
  case aspect::ext_oneapi_opportunistic_group:
  case aspect::ext_oneapi_tangle_group:
  case aspect::ext_oneapi_fragment:
  case aspect::ext_oneapi_chunk:
  case aspect::ext_oneapi_tangle: return true;
  default: return false;
  }
}

// Aspects that a CPU device may have, depending on the processor and the build.
constexpr bool cpu_device_may_have(aspect asp) {
  return cpu_device_has(asp) || asp == aspect::host_debuggable ||
         asp == aspect::ext_intel_free_memory;
}

// Aspects of every NVIDIA GPU.
constexpr bool nvidia_gpu_has(aspect asp) {
  switch (asp) {
  case aspect::gpu:
  case aspect::fp16:
  case aspect::fp64:
  case aspect::atomic64:
  case aspect::queue_profiling:
  case aspect::usm_device_allocations: return true;
  default: return false;
  }
}

// OpenCL devices may be of any kind, and need not have any aspect.
constexpr bool a_device_may_have(aspect asp, std::uint32_t targets) {
  const bool may_be_gpu = asp != aspect::cpu && asp != aspect::accelerator;
  return (targets & 1u && cpu_device_may_have(asp)) || targets & 2u ||
         (targets & 4u && may_be_gpu);
}
constexpr bool every_device_has(aspect asp, std::uint32_t targets) {
  return (!(targets & 1u) || cpu_device_has(asp)) && !(targets & 2u) &&
         (!(targets & 4u) || nvidia_gpu_has(asp));
}

} // namespace detail

// For the devices that the translation unit is compiled for.
template <aspect Aspect>
struct any_device_has
    : std::bool_constant<detail::a_device_may_have(Aspect, detail::unit_targets())> {};
template <aspect Aspect>
struct all_devices_have
    : std::bool_constant<detail::every_device_has(Aspect, detail::unit_targets())> {};

template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

} // namespace sycl

// The targets for which a translation unit has device code. The driver includes this after a
// precompiled header, so that one header serves all choices of targets.
#pragma once

#include <cstdint>

namespace sycl::inline _V1::detail {

// A sum of 1 for cpu, 2 for spirv64, 4 for ptx.
constexpr std::uint32_t unit_targets() {
#ifdef __SCYTHE_TARGETS__
  return __SCYTHE_TARGETS__;
#else
  return 1;
#endif
}

} // namespace sycl::inline _V1::detail

// Indices in programs that are compiled with -fscythe-check: those beyond their
// bounds are reported, and 0 is used in their place.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __SCYTHE_CHECK__

#ifdef __SYCL_DEVICE_ONLY__
// The compiler adds the place and the work-item. Other devices than the CPU
// are not checked.
#ifdef __x86_64__
extern "C" void __scythe_check_index(std::uint32_t what, std::uint64_t index, std::uint64_t bound);
#define SCYTHE_CHECKS_INDICES 1
#endif
#else
#include <scythe/runtime.h>
namespace sycl::inline _V1::detail {
// Before main, and before all memory of the unit that includes it.
inline const bool checks_started = (scythe_check_start(), true);
} // namespace sycl
#define SCYTHE_CHECKS_INDICES 1
#endif

#endif // __SCYTHE_CHECK__

namespace sycl::inline _V1::detail {

// What an index is of, as in crates/image/src/checks.rs.
inline constexpr std::uint32_t accessor_index = 3;
inline constexpr std::uint32_t local_accessor_index = 4;

SCYTHE_ALWAYS_INLINE inline std::size_t
checked_index([[maybe_unused]] std::uint32_t kind, [[maybe_unused]] int dimension,
              [[maybe_unused]] int dimensions, std::size_t index,
              [[maybe_unused]] std::size_t bound) noexcept {
#ifdef SCYTHE_CHECKS_INDICES
  if (index >= bound) {
    const std::uint32_t what = kind | static_cast<std::uint32_t>(dimension) << 16 |
                               static_cast<std::uint32_t>(dimensions) << 24;
#ifdef __SYCL_DEVICE_ONLY__
    __scythe_check_index(what, index, bound);
#else
    scythe_check_host_index(what, index, bound);
#endif
    return 0;
  }
#endif
  return index;
}

// All indices of an id.
template <typename IdT, typename RangeT>
SCYTHE_ALWAYS_INLINE inline IdT checked_id([[maybe_unused]] std::uint32_t kind, IdT index,
                                           [[maybe_unused]] const RangeT &bounds) noexcept {
#ifdef SCYTHE_CHECKS_INDICES
  for (int dim = 0; dim < IdT::dimensions; ++dim)
    index[dim] = checked_index(kind, dim, IdT::dimensions, index[dim], bounds[dim]);
#endif
  return index;
}

} // namespace sycl

// Index checks in programs that are compiled with -fscythe-check: indices out of bounds are
// reported and replaced by 0.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __SCYTHE_CHECK__

#ifdef __SYCL_DEVICE_ONLY__
// The compiler adds the location and the work-item. Other devices than the CPU are not checked.
#ifdef __x86_64__
extern "C" void __scythe_check_index(std::uint32_t what, std::uint64_t index, std::uint64_t bound);
#define SCYTHE_CHECKS_INDICES 1
#endif
#else
#include <scythe/runtime.h>
namespace sycl::inline _V1::detail {
// Before main, and before all initialisers of the unit that includes this.
inline const bool checks_started = (scythe_check_start(), true);
} // namespace sycl
#define SCYTHE_CHECKS_INDICES 1
#endif

#endif // __SCYTHE_CHECK__

#ifdef SCYTHE_CHECKS_INDICES

namespace sycl::inline _V1::detail {

// The kind of object of an index, as in crates/image/src/checks.rs.
inline constexpr std::uint32_t accessor_index = 3;
inline constexpr std::uint32_t local_accessor_index = 4;

SCYTHE_ALWAYS_INLINE inline std::size_t checked_index(std::uint32_t kind, int dimension,
                                                      int dimensions, std::size_t index,
                                                      std::size_t bound) noexcept {
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
  return index;
}

// Checks all indices of an id.
template <typename IdT, typename RangeT>
SCYTHE_ALWAYS_INLINE inline IdT checked_id(std::uint32_t kind, IdT index,
                                           const RangeT &bounds) noexcept {
  for (int dim = 0; dim < IdT::dimensions; ++dim)
    index[dim] = checked_index(kind, dim, IdT::dimensions, index[dim], bounds[dim]);
  return index;
}

} // namespace sycl

// Without effect in other programs.
#define SCYTHE_CHECKED_INDEX(kind, dimension, dimensions, index, bound)                            \
  ::sycl::detail::checked_index(::sycl::detail::kind, dimension, dimensions, index, bound)
#define SCYTHE_CHECKED_ID(kind, index, bounds)                                                     \
  ::sycl::detail::checked_id(::sycl::detail::kind, index, bounds)
#else
#define SCYTHE_CHECKED_INDEX(kind, dimension, dimensions, index, bound) (index)
#define SCYTHE_CHECKED_ID(kind, index, bounds) (index)
#endif

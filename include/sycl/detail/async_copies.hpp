// Asynchronous copies from global to local memory. NVIDIA GPUs have them from sm_80 on, in pieces
// of 4, 8 and 16 bytes; elsewhere work-items copy.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl::inline _V1::detail {

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// Defined if code is compiled for an architecture.
SCYTHE_ALWAYS_INLINE inline bool has_async_copies() noexcept {
  return __nvvm_reflect("__CUDA_ARCH") >= 800;
}

// Starts to copy this many bytes; both addresses have that alignment.
template <int Bytes>
SCYTHE_ALWAYS_INLINE inline void start_async_copy(std::uintptr_t local,
                                                  std::uintptr_t global) noexcept {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  const auto address = static_cast<std::uint32_t>(local);
  // Whole sectors bypass the first-level cache.
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(global), "n"(Bytes)
                 : "memory");
}

// Waits for all copies that the work-item has started.
SCYTHE_ALWAYS_INLINE inline void finish_async_copies() noexcept {
  if (has_async_copies())
    asm volatile("cp.async.wait_all;" ::: "memory");
}

// A work-item's share of a copy: every `step`th piece, starting with `first`.
template <int Bytes>
SCYTHE_ALWAYS_INLINE inline void start_async_share(std::uintptr_t local, std::uintptr_t global,
                                                   std::size_t bytes, std::size_t first,
                                                   std::size_t step) noexcept {
  const std::size_t pieces = bytes / Bytes;
  for (std::size_t idx = first; idx < pieces; idx += step)
    start_async_copy<Bytes>(local + idx * Bytes, global + idx * Bytes);
}

// Starts a work-item's share of a copy to every `to_stride`th element of local memory. Returns for
// how many of the first elements copies were started.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline std::size_t
start_async_copies(std::uintptr_t local, std::size_t to_stride, std::uintptr_t global,
                   std::size_t from_stride, std::size_t elements, std::size_t first,
                   std::size_t step) noexcept {
  constexpr std::size_t size = sizeof(ValueT);
  // Pieces that contain whole elements, or whole elements of pieces.
  constexpr std::size_t largest = (size & (size - 1)) == 0 ? 16 : size & -size;
  const std::uintptr_t both = local | global;
  if (to_stride == 1 && from_stride == 1) {
    const std::size_t bytes = elements * size;
    if (largest >= 16 && both % 16 == 0) {
      start_async_share<16>(local, global, bytes, first, step);
      return bytes / 16 * 16 / size;
    }
    if (largest >= 8 && both % 8 == 0) {
      start_async_share<8>(local, global, bytes, first, step);
      return bytes / 8 * 8 / size;
    }
    if (largest >= 4 && both % 4 == 0) {
      start_async_share<4>(local, global, bytes, first, step);
      return bytes / 4 * 4 / size;
    }
  } else if constexpr (size == 4 || size == 8 || size == 16) {
    if (both % size == 0) {
      for (std::size_t idx = first; idx < elements; idx += step)
        start_async_copy<static_cast<int>(size)>(local + idx * to_stride * size,
                                                 global + idx * from_stride * size);
      return elements;
    }
  }
  return 0;
}

#else

SCYTHE_ALWAYS_INLINE inline void finish_async_copies() noexcept {}

#endif

} // namespace sycl::detail

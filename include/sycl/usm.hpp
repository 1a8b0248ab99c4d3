// Unified shared memory (SYCL 2020 §4.8).
#pragma once

#include <sycl/queue.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace usm {

// The values are those of the runtime.
enum class alloc { host, device, shared, unknown };

} // namespace usm

namespace detail {

inline const void *usm_identity(const context &context) noexcept {
  return context_access::impl(context).get();
}

// Host allocations belong to the context, all others to one of its devices.
inline void check_usm_support(const device &device, const context &context, usm::alloc kind) {
  if (kind == usm::alloc::host) {
    for (std::size_t idx = 0; idx < context_access::impl(context)->count; ++idx)
      if (context_access::impl(context)->element_at(idx).has(aspect::usm_host_allocations))
        return;
    throw_error(errc::feature_not_supported, "no device of the context has host USM");
  }
  if (!context_access::contains(context, device))
    throw_error(errc::invalid, "USM: the context does not contain the device");
  if (kind == usm::alloc::device && !device.has(aspect::usm_device_allocations))
    throw_error(errc::feature_not_supported, "the device has no device USM");
  if (kind == usm::alloc::shared && !device.has(aspect::usm_shared_allocations))
    throw_error(errc::feature_not_supported, "the device has no shared USM");
}

constexpr bool is_power_of_two_or_zero(std::size_t value) noexcept {
  return (value & (value - 1)) == 0;
}

// Null if there is not enough memory or the alignment is not supported; an exception if the request
// is invalid.
inline void *usm_allocate(std::size_t alignment, std::size_t bytes, const device &device,
                          const context &context, usm::alloc kind) {
  check_usm_support(device, context, kind);
  if (!is_power_of_two_or_zero(alignment))
    return nullptr;
  if (alignment < alignof(std::max_align_t))
    alignment = alignof(std::max_align_t);
  void *memory = nullptr;
  const scythe_status status =
      scythe_usm_alloc(device_access::handle(device), usm_identity(context),
                       static_cast<std::uint32_t>(kind), bytes, alignment, &memory);
  if (status == static_cast<scythe_status>(errc::memory_allocation))
    return nullptr;
  check(status);
  return memory;
}

template <typename ValueT>
ValueT *usm_allocate_elements(std::size_t alignment, std::size_t count, const device &device,
                         const context &context, usm::alloc kind) {
  if (count > SIZE_MAX / sizeof(ValueT))
    return nullptr;
  // An alignment that is not a power of two is passed on and rejected there.
  if (alignment < alignof(ValueT) && is_power_of_two_or_zero(alignment))
    alignment = alignof(ValueT);
  return static_cast<ValueT *>(
      usm_allocate(alignment, count * sizeof(ValueT), device, context, kind));
}

} // namespace detail

// -- with the kind as a parameter ---------------------------------------------

inline void *aligned_alloc(std::size_t alignment, std::size_t numBytes, const device &syclDevice,
                           const context &syclContext, usm::alloc kind,
                           const property_list & = {}) {
  return detail::usm_allocate(alignment, numBytes, syclDevice, syclContext, kind);
}
template <typename ValueT>
ValueT *aligned_alloc(std::size_t alignment, std::size_t count, const device &syclDevice,
                 const context &syclContext, usm::alloc kind, const property_list & = {}) {
  return detail::usm_allocate_elements<ValueT>(alignment, count, syclDevice, syclContext, kind);
}
inline void *aligned_alloc(std::size_t alignment, std::size_t numBytes, const queue &syclQueue,
                           usm::alloc kind, const property_list &propList = {}) {
  return sycl::aligned_alloc(alignment, numBytes, syclQueue.get_device(), syclQueue.get_context(),
                             kind, propList);
}
template <typename ValueT>
ValueT *aligned_alloc(std::size_t alignment, std::size_t count, const queue &syclQueue,
                      usm::alloc kind, const property_list &propList = {}) {
  return sycl::aligned_alloc<ValueT>(alignment, count, syclQueue.get_device(),
                                     syclQueue.get_context(), kind, propList);
}

inline void *malloc(std::size_t numBytes, const device &syclDevice, const context &syclContext,
                    usm::alloc kind, const property_list &propList = {}) {
  return sycl::aligned_alloc(0, numBytes, syclDevice, syclContext, kind, propList);
}
template <typename ValueT>
ValueT *malloc(std::size_t count, const device &syclDevice, const context &syclContext,
               usm::alloc kind, const property_list &propList = {}) {
  return sycl::aligned_alloc<ValueT>(0, count, syclDevice, syclContext, kind, propList);
}
inline void *malloc(std::size_t numBytes, const queue &syclQueue, usm::alloc kind,
                    const property_list &propList = {}) {
  return sycl::aligned_alloc(0, numBytes, syclQueue, kind, propList);
}
template <typename ValueT>
ValueT *malloc(std::size_t count, const queue &syclQueue, usm::alloc kind,
          const property_list &propList = {}) {
  return sycl::aligned_alloc<ValueT>(0, count, syclQueue, kind, propList);
}

// -- one function per kind ------------------------------------------------------

// Device and shared allocations have the same overloads.
#define SCYTHE_USM_FUNCTIONS(kind)                                                                 \
  inline void *malloc_##kind(std::size_t numBytes, const device &syclDevice,                       \
                             const context &syclContext, const property_list &propList = {}) {     \
    return sycl::malloc(numBytes, syclDevice, syclContext, usm::alloc::kind, propList);            \
  }                                                                                                \
  template <typename ValueT>                                                                       \
  ValueT *malloc_##kind(std::size_t count, const device &syclDevice, const context &syclContext,   \
                        const property_list &propList = {}) {                                      \
    return sycl::malloc<ValueT>(count, syclDevice, syclContext, usm::alloc::kind, propList);       \
  }                                                                                                \
  inline void *malloc_##kind(std::size_t numBytes, const queue &syclQueue,                         \
                             const property_list &propList = {}) {                                 \
    return sycl::malloc(numBytes, syclQueue, usm::alloc::kind, propList);                          \
  }                                                                                                \
  template <typename ValueT>                                                                       \
  ValueT *malloc_##kind(std::size_t count, const queue &syclQueue,                                 \
                        const property_list &propList = {}) {                                      \
    return sycl::malloc<ValueT>(count, syclQueue, usm::alloc::kind, propList);                     \
  }                                                                                                \
  inline void *aligned_alloc_##kind(std::size_t alignment, std::size_t numBytes,                   \
                                    const device &syclDevice, const context &syclContext,          \
                                    const property_list &propList = {}) {                          \
    return sycl::aligned_alloc(alignment, numBytes, syclDevice, syclContext, usm::alloc::kind,     \
                               propList);                                                          \
  }                                                                                                \
  template <typename ValueT>                                                                       \
  ValueT *aligned_alloc_##kind(std::size_t alignment, std::size_t count, const device &syclDevice, \
                               const context &syclContext, const property_list &propList = {}) {   \
    return sycl::aligned_alloc<ValueT>(alignment, count, syclDevice, syclContext,                  \
                                       usm::alloc::kind, propList);                                \
  }                                                                                                \
  inline void *aligned_alloc_##kind(std::size_t alignment, std::size_t numBytes,                   \
                                    const queue &syclQueue, const property_list &propList = {}) {  \
    return sycl::aligned_alloc(alignment, numBytes, syclQueue, usm::alloc::kind, propList);        \
  }                                                                                                \
  template <typename ValueT>                                                                       \
  ValueT *aligned_alloc_##kind(std::size_t alignment, std::size_t count, const queue &syclQueue,   \
                               const property_list &propList = {}) {                               \
    return sycl::aligned_alloc<ValueT>(alignment, count, syclQueue, usm::alloc::kind, propList);   \
  }

SCYTHE_USM_FUNCTIONS(device)
SCYTHE_USM_FUNCTIONS(shared)
#undef SCYTHE_USM_FUNCTIONS

// Host allocations have no device; the context's first one is passed.
inline void *malloc_host(std::size_t numBytes, const context &syclContext,
                         const property_list &propList = {}) {
  return sycl::malloc(numBytes, detail::context_access::impl(syclContext)->element_at(0),
                      syclContext, usm::alloc::host, propList);
}
template <typename ValueT>
ValueT *malloc_host(std::size_t count, const context &syclContext,
                    const property_list &propList = {}) {
  return sycl::malloc<ValueT>(count, detail::context_access::impl(syclContext)->element_at(0),
                         syclContext, usm::alloc::host, propList);
}
inline void *malloc_host(std::size_t numBytes, const queue &syclQueue,
                         const property_list &propList = {}) {
  return sycl::malloc(numBytes, syclQueue, usm::alloc::host, propList);
}
template <typename ValueT>
ValueT *malloc_host(std::size_t count, const queue &syclQueue, const property_list &propList = {}) {
  return sycl::malloc<ValueT>(count, syclQueue, usm::alloc::host, propList);
}
inline void *aligned_alloc_host(std::size_t alignment, std::size_t numBytes,
                                const context &syclContext, const property_list &propList = {}) {
  return sycl::aligned_alloc(alignment, numBytes,
                             detail::context_access::impl(syclContext)->element_at(0),
                             syclContext, usm::alloc::host, propList);
}
template <typename ValueT>
ValueT *aligned_alloc_host(std::size_t alignment, std::size_t count, const context &syclContext,
                      const property_list &propList = {}) {
  return sycl::aligned_alloc<ValueT>(alignment, count,
                                detail::context_access::impl(syclContext)->element_at(0),
                                syclContext, usm::alloc::host, propList);
}
inline void *aligned_alloc_host(std::size_t alignment, std::size_t numBytes,
                                const queue &syclQueue, const property_list &propList = {}) {
  return sycl::aligned_alloc(alignment, numBytes, syclQueue, usm::alloc::host, propList);
}
template <typename ValueT>
ValueT *aligned_alloc_host(std::size_t alignment, std::size_t count, const queue &syclQueue,
                      const property_list &propList = {}) {
  return sycl::aligned_alloc<ValueT>(alignment, count, syclQueue, usm::alloc::host, propList);
}

// -- freeing and queries -----------------------------------------------------------

inline void free(void *ptr, const context &syclContext) {
  detail::check(scythe_usm_free(ptr, detail::usm_identity(syclContext)));
}
// Commands that were submitted before, to this queue or to another, may still use the memory.
inline void free(void *ptr, const queue &syclQueue) {
  const detail::queue_impl &impl = *detail::queue_access::impl(syclQueue);
  detail::check(
      scythe_usm_free_after(impl.handle, ptr, detail::usm_identity(impl.sycl_context)));
}

inline usm::alloc get_pointer_type(const void *ptr, const context &syclContext) {
  std::uint32_t kind = SCYTHE_USM_UNKNOWN;
  const scythe_device *device = nullptr;
  detail::check(scythe_usm_query(ptr, detail::usm_identity(syclContext), &kind, &device));
  return static_cast<usm::alloc>(kind);
}

inline device get_pointer_device(const void *ptr, const context &syclContext) {
  std::uint32_t kind = SCYTHE_USM_UNKNOWN;
  const scythe_device *device = nullptr;
  detail::check(scythe_usm_query(ptr, detail::usm_identity(syclContext), &kind, &device));
  if (kind == SCYTHE_USM_UNKNOWN)
    detail::throw_error(errc::invalid, "get_pointer_device: the pointer does not point into a "
                                       "USM allocation of the context");
  if (kind == SCYTHE_USM_HOST || !device)
    return detail::context_access::impl(syclContext)->element_at(0);
  return detail::device_access::make(device);
}

} // namespace sycl

// The device_event class of SYCL 2020, which represents a copy by a work-group.
#pragma once

#include <sycl/detail/async_copies.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/memory_semantics.hpp>

namespace sycl::inline _V1 {

namespace detail {

template <typename Derived> class work_group_copies;

// Waits until all work-items of the group have copied their shares.
SCYTHE_ALWAYS_INLINE inline void meet_work_group() noexcept {
  finish_async_copies();
  barrier(work_group_kind(), builtin_scope(memory_scope::work_group), barrier_semantics);
}

} // namespace detail

// A copy needs no state: the work-items of the group make it themselves, or start it, and finish
// with a barrier.
class device_event {
public:
  // All work-items of the group wait.
  SCYTHE_ALWAYS_INLINE void wait() noexcept { detail::meet_work_group(); }

private:
  template <typename> friend class detail::work_group_copies;

  device_event() noexcept = default;
};

} // namespace sycl

// SYCL 2020 §4.15.1.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/memory_semantics.hpp>

namespace sycl::inline _V1 {

// On processors, work-items of one group may run on one thread, but other groups do not, and the
// fence does not know which of them it synchronises with: every scope with more than one work-item
// gets a fence between threads.
SCYTHE_ALWAYS_INLINE inline void atomic_fence(memory_order order, memory_scope scope) noexcept {
#if defined(__SPIRV__) || defined(__NVPTX__)
  if (order != memory_order::relaxed)
    __mux_mem_barrier(detail::builtin_scope(scope), detail::fence_semantics(order));
#else
  if (scope == memory_scope::work_item)
    __atomic_signal_fence(detail::clang_order(order));
  else
    __atomic_thread_fence(detail::clang_order(order));
#endif
}

} // namespace sycl

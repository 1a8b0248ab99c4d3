// Code of hierarchical kernels for one work-item of a work-group, and code for all of them.
#pragma once

#include <sycl/detail/builtins.hpp>

// Whether a work-group of a hierarchical kernel has the work-items of the program; otherwise a
// single work-item runs it.
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
#define SCYTHE_HAS_EACH_WORK_ITEM 1
#else
#define SCYTHE_HAS_EACH_WORK_ITEM 0
#endif

namespace sycl::inline _V1::detail {

// The following code of the kernel is for one work-item.
SCYTHE_ALWAYS_INLINE inline void once_per_group() noexcept {
#if SCYTHE_HAS_EACH_WORK_ITEM
  __mux_once_per_group();
#endif
}

#if SCYTHE_HAS_EACH_WORK_ITEM

// All work-items call the function, and continue when all have returned. It is not inlined until
// the compiler has handled it.
template <typename FunctionT>
__attribute__((noinline)) void in_each_work_item(const FunctionT &function) noexcept {
  __mux_in_each_work_item();
  function();
}

// A variable of each work-item; all have the same address.
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT *private_variable() noexcept {
  return static_cast<ValueT *>(__mux_private_variable(sizeof(ValueT), alignof(ValueT)));
}

#endif

} // namespace sycl::detail

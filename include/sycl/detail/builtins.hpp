// The work-item builtins that the compiler lowers. They have no definition and
// exist in kernels only; dimension 0 is the contiguous one, that is, the last
// dimension of the SYCL index space.
#pragma once

#include <cstddef>

extern "C" {
// `const`: the answers do not change while a work-item runs, and a query whose
// answer nobody uses disappears.
__attribute__((const)) std::size_t __mux_get_global_id(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_global_size(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_global_offset(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_local_id(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_local_size(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_group_id(unsigned dimension);
__attribute__((const)) std::size_t __mux_get_num_groups(unsigned dimension);

void __mux_work_group_barrier(int id, int scope, int semantics);

// The address `offset` bytes into the work-group's local memory.
void *__mux_local_memory(std::size_t offset);
}

namespace sycl::detail {

// A barrier of all work-items of the work-group that also orders their memory
// accesses. Scope 2 is the work-group; semantics 272 is
// acquire-release on work-group memory, in SPIR-V's numbers.
inline void work_group_barrier() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  __mux_work_group_barrier(0, 2, 272);
#endif
}

inline void *local_memory([[maybe_unused]] std::size_t offset) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return __mux_local_memory(offset);
#else
  return nullptr;
#endif
}

} // namespace sycl::detail

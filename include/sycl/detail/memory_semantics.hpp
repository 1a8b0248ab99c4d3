// SYCL's memory orders and scopes as numbers of the builtins (which are SPIR-V's) and of clang.
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/memory_order.hpp>
#include <sycl/memory_scope.hpp>

namespace sycl::inline _V1::detail {

// The builtins count from the widest scope to the narrowest.
SCYTHE_ALWAYS_INLINE constexpr int builtin_scope(memory_scope scope) noexcept {
  return static_cast<int>(memory_scope::system) - static_cast<int>(scope);
}

// The memory semantics of a barrier (SYCL 2020 §4.15.1): acquire and release, local and global
// memory.
inline constexpr int barrier_semantics = 0x8 | 0x100 | 0x200;

// clang has `consume` between `relaxed` and `acquire`.
SCYTHE_ALWAYS_INLINE constexpr int clang_order(memory_order order) noexcept {
  switch (order) {
  case memory_order::relaxed:
    return __ATOMIC_RELAXED;
  case memory_order::acquire:
    return __ATOMIC_ACQUIRE;
  case memory_order::release:
    return __ATOMIC_RELEASE;
  case memory_order::acq_rel:
    return __ATOMIC_ACQ_REL;
  case memory_order::seq_cst:
    break;
  }
  return __ATOMIC_SEQ_CST;
}

// The memory semantics of a fence or an atomic operation, as a number of the builtins.
SCYTHE_ALWAYS_INLINE constexpr int fence_semantics(memory_order order) noexcept {
  constexpr int everywhere = 0x100 | 0x200;
  switch (order) {
  case memory_order::relaxed:
    return 0;
  case memory_order::acquire:
    return 0x2 | everywhere;
  case memory_order::release:
    return 0x4 | everywhere;
  case memory_order::acq_rel:
    return 0x8 | everywhere;
  case memory_order::seq_cst:
    break;
  }
  return 0x10 | everywhere;
}

} // namespace sycl::detail

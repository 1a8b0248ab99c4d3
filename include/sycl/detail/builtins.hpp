// The work-item builtins that the compiler lowers. They have no definition (except for SPIR-V:
// spirv_builtins.hpp) and exist in kernels only; dimension 0 is the contiguous one, that is, the
// last dimension of the SYCL index space.
//
// All of them are declared here and wrapped in functions of sycl::detail, so that other headers do
// not use their names. The wrappers are also compiled for the host, where they are never called:
// nothing outside a kernel can make an nd_item, a group or a sub_group.
#pragma once

#include <scythe/facts.h>
#include <sycl/detail/address_space.hpp>
#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <cstdint>

// The tables. Types are spelt as in the names of LLVM's intrinsics, with the corresponding C++
// type; integers are unsigned, and the names of operations say whether they are signed.
#ifdef __FLT16_MANT_DIG__
#define SCYTHE_MUX_F16(X, ...) X(__VA_ARGS__ _f16, _Float16)
#else
#define SCYTHE_MUX_F16(X, ...)
#endif
// The operation, if any, includes its comma: SCYTHE_MUX_INTEGERS(ENTRY, add, ).
#define SCYTHE_MUX_INTEGERS(X, ...)                                                                \
  X(__VA_ARGS__ _i8, std::uint8_t)                                                                 \
  X(__VA_ARGS__ _i16, std::uint16_t)                                                               \
  X(__VA_ARGS__ _i32, std::uint32_t)                                                               \
  X(__VA_ARGS__ _i64, std::uint64_t)
#define SCYTHE_MUX_FLOATS(X, ...)                                                                  \
  SCYTHE_MUX_F16(X, __VA_ARGS__)                                                                   \
  X(__VA_ARGS__ _f32, float)                                                                       \
  X(__VA_ARGS__ _f64, double)
#define SCYTHE_MUX_TYPES(X)                                                                        \
  X(_i1, bool)                                                                                     \
  SCYTHE_MUX_INTEGERS(X, )                                                                         \
  SCYTHE_MUX_FLOATS(X, )

// The operations of reductions and scans.
#define SCYTHE_MUX_OPERATIONS(X)                                                                   \
  SCYTHE_MUX_INTEGERS(X, add, )                                                                    \
  SCYTHE_MUX_INTEGERS(X, mul, )                                                                    \
  SCYTHE_MUX_INTEGERS(X, smin, )                                                                   \
  SCYTHE_MUX_INTEGERS(X, umin, )                                                                   \
  SCYTHE_MUX_INTEGERS(X, smax, )                                                                   \
  SCYTHE_MUX_INTEGERS(X, umax, )                                                                   \
  SCYTHE_MUX_INTEGERS(X, and, )                                                                    \
  SCYTHE_MUX_INTEGERS(X, or, )                                                                     \
  SCYTHE_MUX_INTEGERS(X, xor, )                                                                    \
  SCYTHE_MUX_FLOATS(X, fadd, )                                                                     \
  SCYTHE_MUX_FLOATS(X, fmul, )                                                                     \
  SCYTHE_MUX_FLOATS(X, fmin, )                                                                     \
  SCYTHE_MUX_FLOATS(X, fmax, )                                                                     \
  X(logical_and, _i1, bool)                                                                        \
  X(logical_or, _i1, bool)                                                                         \
  X(logical_xor, _i1, bool)

#define SCYTHE_MUX_INDEX_QUERIES(X)                                                                \
  X(global_size)                                                                                   \
  X(global_id)                                                                                     \
  X(global_offset)                                                                                 \
  X(local_size)                                                                                    \
  X(local_id)                                                                                      \
  X(num_groups)                                                                                    \
  X(group_id)                                                                                      \
  X(enqueued_local_size)
#define SCYTHE_MUX_SCALAR_QUERIES(X)                                                               \
  X(std::uint32_t, work_dim)                                                                       \
  X(std::uint32_t, sub_group_id)                                                                   \
  X(std::uint32_t, num_sub_groups)                                                                 \
  X(std::uint32_t, max_sub_group_size)                                                             \
  X(std::uint32_t, sub_group_size)                                                                 \
  X(std::uint32_t, sub_group_local_id)                                                             \
  X(std::size_t, global_linear_id)                                                                 \
  X(std::size_t, local_linear_id)

// `const`: results do not change while a work-item runs, and an unused query is removed.
// `convergent`: all work-items of the group reach the call, so it must not become conditional on
// anything else.
#define SCYTHE_MUX_QUERY extern "C" __attribute__((const))
#define SCYTHE_MUX_COLLECTIVE extern "C" __attribute__((convergent))

#define SCYTHE_DECLARE(name) SCYTHE_MUX_QUERY std::size_t __mux_get_##name(unsigned) noexcept;
SCYTHE_MUX_INDEX_QUERIES(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE
#define SCYTHE_DECLARE(type, name) SCYTHE_MUX_QUERY type __mux_get_##name() noexcept;
SCYTHE_MUX_SCALAR_QUERIES(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE

// The compiler assigns the ids of barriers; the headers pass 0.
SCYTHE_MUX_COLLECTIVE void __mux_work_group_barrier(int id, int scope, int semantics) noexcept;
SCYTHE_MUX_COLLECTIVE void __mux_sub_group_barrier(int id, int scope, int semantics) noexcept;
extern "C" void __mux_mem_barrier(int scope, int semantics) noexcept;
// The address `offset` bytes into the work-group's local memory.
extern "C" sycl::detail::decorated_t<void, sycl::access::address_space::local_space> *
__mux_local_memory(std::size_t offset) noexcept;
// Memory that the work-group shares, one variable for each call; so calls must not be duplicated or
// made conditional. Both arguments are constants.
SCYTHE_MUX_COLLECTIVE __attribute__((noduplicate)) sycl::detail::decorated_t<void, sycl::access::address_space::local_space> *
__mux_group_memory(std::size_t bytes, std::size_t align) noexcept;
// The address space of a pointer, as a SPIR-V storage class.
SCYTHE_MUX_QUERY int __mux_get_address_space(const void *) noexcept;
// The address of a specialization constant's value: `otherwise` unless the launch sets another one.
SCYTHE_MUX_QUERY const void *__mux_get_specialization_constant(std::uint64_t key,
                                                               const void *otherwise,
                                                               std::size_t bytes) noexcept;

// Hierarchical kernels on NVIDIA GPUs. One work-item of each work-group runs the code of a kernel
// that calls the first, and all of them run functions that call the second; the third is a variable
// of each, with constant arguments.
SCYTHE_MUX_COLLECTIVE void __mux_once_per_group() noexcept;
SCYTHE_MUX_COLLECTIVE void __mux_in_each_work_item() noexcept;
SCYTHE_MUX_COLLECTIVE void *__mux_private_variable(std::size_t bytes, std::size_t align) noexcept;

// Memory of the runtime for a private_memory, on the CPU.
extern "C" __attribute__((malloc)) void *__scythe_cpu_private_memory(std::size_t bytes,
                                                                     std::size_t align) noexcept;
extern "C" void __scythe_cpu_release_private_memory(void *start, std::size_t bytes,
                                                    std::size_t align) noexcept;

SCYTHE_MUX_COLLECTIVE bool __mux_work_group_any_i1(int id, bool) noexcept;
SCYTHE_MUX_COLLECTIVE bool __mux_work_group_all_i1(int id, bool) noexcept;
SCYTHE_MUX_COLLECTIVE bool __mux_sub_group_any_i1(bool) noexcept;
SCYTHE_MUX_COLLECTIVE bool __mux_sub_group_all_i1(bool) noexcept;

#define SCYTHE_DECLARE(T, type)                                                                    \
  SCYTHE_MUX_COLLECTIVE type __mux_work_group_broadcast##T(                                        \
      int id, type, std::size_t arg_x, std::size_t arg_y, std::size_t arg_z) noexcept;             \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_broadcast##T(type, std::uint32_t lane) noexcept;      \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_shuffle##T(type, std::uint32_t lane) noexcept;        \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_shuffle_up##T(type previous, type current,            \
                                                           std::uint32_t delta) noexcept;          \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_shuffle_down##T(type current, type next,              \
                                                             std::uint32_t delta) noexcept;        \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_shuffle_xor##T(type, std::uint32_t mask) noexcept;
SCYTHE_MUX_TYPES(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE

#define SCYTHE_DECLARE(op, T, type)                                                                \
  SCYTHE_MUX_COLLECTIVE type __mux_work_group_reduce_##op##T(int id, type) noexcept;            \
  SCYTHE_MUX_COLLECTIVE type __mux_work_group_scan_inclusive_##op##T(int id, type) noexcept;    \
  SCYTHE_MUX_COLLECTIVE type __mux_work_group_scan_exclusive_##op##T(int id, type) noexcept;    \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_reduce_##op##T(type) noexcept;                     \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_scan_inclusive_##op##T(type) noexcept;             \
  SCYTHE_MUX_COLLECTIVE type __mux_sub_group_scan_exclusive_##op##T(type) noexcept;
SCYTHE_MUX_OPERATIONS(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE

#if defined(__SPIRV__) && defined(__SYCL_DEVICE_ONLY__)
#include <sycl/detail/spirv_builtins.hpp>
#endif

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
#include <sycl/detail/ptx_library.hpp>
#endif

#ifdef __SYCL_DEVICE_ONLY__
#define SCYTHE_KERNEL_ONLY(...) return __VA_ARGS__
#else
// `noexcept` uses the arguments without evaluating them.
#define SCYTHE_KERNEL_ONLY(...)                                                                    \
  static_cast<void>(noexcept(__VA_ARGS__));                                                        \
  __builtin_trap()
#endif

namespace sycl::inline _V1::detail {

// The queries as types, for use as template arguments. (Template arguments that are functions take
// the builtins' addresses, which the compiler cannot lower.)
#define SCYTHE_DEFINE(name)                                                                        \
  struct name##_query {                                                                            \
    SCYTHE_ALWAYS_INLINE static std::size_t get([[maybe_unused]] unsigned dimension) noexcept {    \
      SCYTHE_KERNEL_ONLY(__mux_get_##name(dimension));                                             \
    }                                                                                              \
  };
SCYTHE_MUX_INDEX_QUERIES(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

// sub_group_size() and so on.
#define SCYTHE_DEFINE(type, name)                                                                  \
  SCYTHE_ALWAYS_INLINE inline type name() noexcept { SCYTHE_KERNEL_ONLY(__mux_get_##name()); }
SCYTHE_MUX_SCALAR_QUERIES(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

// The minimum alignment of local accessors.
inline constexpr std::size_t local_memory_align = 16;

inline decorated_t<void, access::address_space::local_space> *
local_memory([[maybe_unused]] std::size_t offset) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  // The size of the largest load on GPUs.
  __builtin_assume(offset % local_memory_align == 0);
  return __mux_local_memory(offset);
#else
  return nullptr;
#endif
}

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline decorated_t<void, access::address_space::local_space> *
group_memory() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return __mux_group_memory(sizeof(ValueT), alignof(ValueT));
#else
  return nullptr;
#endif
}

// The key is a constant in IR: the compiler records the constants that a kernel reads.
template <std::uint64_t Key>
SCYTHE_ALWAYS_INLINE inline const void *
specialization_constant([[maybe_unused]] const void *otherwise,
                        [[maybe_unused]] std::size_t bytes) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_get_specialization_constant(Key, otherwise, bytes));
}

SCYTHE_ALWAYS_INLINE inline void *private_memory([[maybe_unused]] std::size_t bytes,
                                                 [[maybe_unused]] std::size_t align) noexcept {
  SCYTHE_KERNEL_ONLY(__scythe_cpu_private_memory(bytes, align));
}
SCYTHE_ALWAYS_INLINE inline void release_private_memory([[maybe_unused]] void *start,
                                                        [[maybe_unused]] std::size_t bytes,
                                                        [[maybe_unused]] std::size_t align) noexcept {
  SCYTHE_KERNEL_ONLY(__scythe_cpu_release_private_memory(start, bytes, align));
}

// The target's query: the name of the address space in PTX, or its number in SPIR-V.
#if defined(__NVPTX__)
#define SCYTHE_LEADS_TO(ptx, spirv) __nvvm_isspacep_##ptx(pointer)
#elif defined(__SPIRV__)
#define SCYTHE_LEADS_TO(ptx, spirv)                                                                \
  __builtin_spirv_generic_cast_to_ptr_explicit(pointer, spirv) != nullptr
#else
#define SCYTHE_LEADS_TO(ptx, spirv) __mux_get_address_space(pointer) == spirv
#endif

// Whether a pointer is in that address space. Constant memory is part of global memory; the host
// has one memory.
template <access::address_space Space>
SCYTHE_ALWAYS_INLINE inline bool leads_to([[maybe_unused]] const void *pointer) noexcept {
#if !defined(__SYCL_DEVICE_ONLY__)
  return true;
#else
  if constexpr (Space == access::address_space::local_space)
    return SCYTHE_LEADS_TO(shared, SCYTHE_MEMORY_LOCAL);
  else if constexpr (Space == access::address_space::private_space)
    return SCYTHE_LEADS_TO(local, SCYTHE_MEMORY_PRIVATE);
  else
    return SCYTHE_LEADS_TO(global, SCYTHE_MEMORY_GLOBAL);
#endif
}
#undef SCYTHE_LEADS_TO

// The kinds of groups that the builtins distinguish. Other kinds implement these operations in
// member functions.
struct work_group_kind {};
struct sub_group_kind {};

SCYTHE_ALWAYS_INLINE inline void barrier(work_group_kind, [[maybe_unused]] int scope,
                                         [[maybe_unused]] int semantics) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_work_group_barrier(0, scope, semantics));
}
SCYTHE_ALWAYS_INLINE inline void barrier(sub_group_kind, [[maybe_unused]] int scope,
                                         [[maybe_unused]] int semantics) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_sub_group_barrier(0, scope, semantics));
}

SCYTHE_ALWAYS_INLINE inline bool any(work_group_kind, bool value) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_work_group_any_i1(0, value));
}
SCYTHE_ALWAYS_INLINE inline bool any(sub_group_kind, bool value) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_sub_group_any_i1(value));
}
SCYTHE_ALWAYS_INLINE inline bool all(work_group_kind, bool value) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_work_group_all_i1(0, value));
}
SCYTHE_ALWAYS_INLINE inline bool all(sub_group_kind, bool value) noexcept {
  SCYTHE_KERNEL_ONLY(__mux_sub_group_all_i1(value));
}

template <typename Kind>
SCYTHE_ALWAYS_INLINE inline void barrier(const Kind &kind, int scope, int semantics) noexcept {
  kind.barrier(scope, semantics);
}
template <typename Kind>
SCYTHE_ALWAYS_INLINE inline bool any(const Kind &kind, bool value) noexcept {
  return kind.any(value);
}
template <typename Kind>
SCYTHE_ALWAYS_INLINE inline bool all(const Kind &kind, bool value) noexcept {
  return kind.all(value);
}

// Exchanges of values between work-items, for the types of the builtins.
template <typename Carrier> struct group_transfer;
#define SCYTHE_DEFINE(T, type)                                                                     \
  template <> struct group_transfer<type> {                                                        \
    SCYTHE_ALWAYS_INLINE static type broadcast(type value, std::size_t arg_x, std::size_t arg_y,   \
                                               std::size_t arg_z) noexcept {                       \
      SCYTHE_KERNEL_ONLY(__mux_work_group_broadcast##T(0, value, arg_x, arg_y, arg_z));            \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type broadcast(type value, std::uint32_t lane) noexcept {          \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_broadcast##T(value, lane));                               \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type shuffle(type value, std::uint32_t lane) noexcept {            \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_shuffle##T(value, lane));                                 \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type shuffle_up(type previous, type current,                       \
                                                std::uint32_t delta) noexcept {                    \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_shuffle_up##T(previous, current, delta));                 \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type shuffle_down(type current, type next,                         \
                                                  std::uint32_t delta) noexcept {                  \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_shuffle_down##T(current, next, delta));                   \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type shuffle_xor(type value, std::uint32_t mask) noexcept {        \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_shuffle_xor##T(value, mask));                             \
    }                                                                                              \
  };
SCYTHE_MUX_TYPES(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

// Combinations of such values: group_operation<op_add, float> and so on.
template <typename Operation, typename Carrier> struct group_operation;
#define SCYTHE_DEFINE(op, T, type)                                                                 \
  template <> struct group_operation<struct op_##op, type> {                                       \
    SCYTHE_ALWAYS_INLINE static type reduce(work_group_kind, type value) noexcept {                \
      SCYTHE_KERNEL_ONLY(__mux_work_group_reduce_##op##T(0, value));                            \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type reduce(sub_group_kind, type value) noexcept {                 \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_reduce_##op##T(value));                                \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type inclusive_scan(work_group_kind, type value) noexcept {        \
      SCYTHE_KERNEL_ONLY(__mux_work_group_scan_inclusive_##op##T(0, value));                    \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type inclusive_scan(sub_group_kind, type value) noexcept {         \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_scan_inclusive_##op##T(value));                        \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type exclusive_scan(work_group_kind, type value) noexcept {        \
      SCYTHE_KERNEL_ONLY(__mux_work_group_scan_exclusive_##op##T(0, value));                    \
    }                                                                                              \
    SCYTHE_ALWAYS_INLINE static type exclusive_scan(sub_group_kind, type value) noexcept {         \
      SCYTHE_KERNEL_ONLY(__mux_sub_group_scan_exclusive_##op##T(value));                        \
    }                                                                                              \
  };
SCYTHE_MUX_OPERATIONS(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

} // namespace sycl::detail

#undef SCYTHE_KERNEL_ONLY
#undef SCYTHE_MUX_COLLECTIVE
#undef SCYTHE_MUX_QUERY
#undef SCYTHE_MUX_SCALAR_QUERIES
#undef SCYTHE_MUX_INDEX_QUERIES
#undef SCYTHE_MUX_OPERATIONS
#undef SCYTHE_MUX_TYPES
#undef SCYTHE_MUX_FLOATS
#undef SCYTHE_MUX_INTEGERS
#undef SCYTHE_MUX_F16

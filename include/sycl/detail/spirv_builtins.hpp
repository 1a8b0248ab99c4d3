// The work-item builtins in terms of SPIR-V, for the device pass of SPIR-V
// targets. (On the CPU they are lowered by the compiler.) Included by
// builtins.hpp, whose tables it uses.
//
// LLVM's SPIR-V back end recognises functions by their names: __spirv_GroupIAdd is the instruction
// OpGroupIAdd. The compiler places local memory: it is a parameter of the kernel.
#pragma once

namespace sycl::inline _V1::detail::spirv {

// SPIR-V's numbers of scopes and of group operations.
inline constexpr unsigned work_group_scope = 2;
inline constexpr unsigned sub_group_scope = 3;
inline constexpr unsigned invocation_scope = 4;
inline constexpr unsigned acquire_release_all = 0x308; // in local and global memory
inline constexpr unsigned reduce = 0;
inline constexpr unsigned inclusive_scan = 1;
inline constexpr unsigned exclusive_scan = 2;

using local_id = std::size_t __attribute__((ext_vector_type(3)));

} // namespace sycl::detail::spirv

// Instructions, as declarations that LLVM recognises. Their mangled names contain the types.
#define SCYTHE_SPIRV_GROUP __attribute__((convergent)) extern
#define SCYTHE_SPIRV_COMBINE(name, type)                                                           \
  SCYTHE_SPIRV_GROUP type __spirv_##name(unsigned scope, unsigned way, type value) noexcept;
#define SCYTHE_SPIRV_INTEGER_COMBINE(name)                                                         \
  SCYTHE_SPIRV_COMBINE(name, std::uint32_t)                                                        \
  SCYTHE_SPIRV_COMBINE(name, std::uint64_t)
#define SCYTHE_SPIRV_FLOAT_COMBINE(name)                                                           \
  SCYTHE_SPIRV_COMBINE(name, _Float16)                                                             \
  SCYTHE_SPIRV_COMBINE(name, float)                                                                \
  SCYTHE_SPIRV_COMBINE(name, double)

// For work-groups and for sub-groups: the former's name, the latter's name. Work-groups have no
// multiplication and no bitwise operations without extensions.
#define SCYTHE_SPIRV_INTEGER_OPERATIONS(X)                                                         \
  X(add, GroupIAdd, GroupNonUniformIAdd)                                                           \
  X(mul, GroupIMulKHR, GroupNonUniformIMul)                                                        \
  X(smin, GroupSMin, GroupNonUniformSMin)                                                          \
  X(umin, GroupUMin, GroupNonUniformUMin)                                                          \
  X(smax, GroupSMax, GroupNonUniformSMax)                                                          \
  X(umax, GroupUMax, GroupNonUniformUMax)                                                          \
  X(and, GroupBitwiseAndKHR, GroupNonUniformBitwiseAnd)                                            \
  X(or, GroupBitwiseOrKHR, GroupNonUniformBitwiseOr)                                               \
  X(xor, GroupBitwiseXorKHR, GroupNonUniformBitwiseXor)
#define SCYTHE_SPIRV_FLOAT_OPERATIONS(X)                                                           \
  X(fadd, GroupFAdd, GroupNonUniformFAdd)                                                          \
  X(fmul, GroupFMulKHR, GroupNonUniformFMul)                                                       \
  X(fmin, GroupFMin, GroupNonUniformFMin)                                                          \
  X(fmax, GroupFMax, GroupNonUniformFMax)

#define SCYTHE_DECLARE(op, work, sub)                                                              \
  SCYTHE_SPIRV_INTEGER_COMBINE(work)                                                               \
  SCYTHE_SPIRV_INTEGER_COMBINE(sub)
SCYTHE_SPIRV_INTEGER_OPERATIONS(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE
#define SCYTHE_DECLARE(op, work, sub)                                                              \
  SCYTHE_SPIRV_FLOAT_COMBINE(work)                                                                 \
  SCYTHE_SPIRV_FLOAT_COMBINE(sub)
SCYTHE_SPIRV_FLOAT_OPERATIONS(SCYTHE_DECLARE)
#undef SCYTHE_DECLARE

#define SCYTHE_DECLARE(type)                                                                       \
  SCYTHE_SPIRV_GROUP type __spirv_GroupBroadcast(unsigned scope, type,                             \
                                                 sycl::detail::spirv::local_id) noexcept;          \
  SCYTHE_SPIRV_GROUP type __spirv_GroupNonUniformShuffle(unsigned scope, type,                     \
                                                         unsigned lane) noexcept;                  \
  SCYTHE_SPIRV_GROUP type __spirv_GroupNonUniformShuffleXor(unsigned scope, type,                  \
                                                            unsigned mask) noexcept;
SCYTHE_DECLARE(std::uint32_t)
SCYTHE_DECLARE(std::uint64_t)
SCYTHE_DECLARE(float)
SCYTHE_DECLARE(double)
#undef SCYTHE_DECLARE

SCYTHE_SPIRV_GROUP void __spirv_ControlBarrier(unsigned execution, unsigned memory,
                                               unsigned semantics) noexcept;
extern void __spirv_MemoryBarrier(unsigned scope, unsigned semantics) noexcept;
SCYTHE_SPIRV_GROUP bool __spirv_GroupAny(unsigned scope, bool) noexcept;
SCYTHE_SPIRV_GROUP bool __spirv_GroupAll(unsigned scope, bool) noexcept;
SCYTHE_SPIRV_GROUP bool __spirv_GroupNonUniformAny(unsigned scope, bool) noexcept;
SCYTHE_SPIRV_GROUP bool __spirv_GroupNonUniformAll(unsigned scope, bool) noexcept;
extern __attribute__((const)) unsigned __spirv_BuiltInWorkDim() noexcept;

// The builtins. They define the extern "C" functions that builtins.hpp declares, and are inlined.
#define SCYTHE_MUX_DEFINE extern "C" SCYTHE_ALWAYS_INLINE inline

// clang's builtins need the dimension, which becomes a constant after inlining.
#define SCYTHE_DEFINE(name, builtin, otherwise)                                                    \
  SCYTHE_MUX_DEFINE std::size_t __mux_get_##name(unsigned dimension) noexcept {                    \
    switch (dimension) {                                                                           \
    case 0:                                                                                        \
      return __builtin_spirv_##builtin(0);                                                         \
    case 1:                                                                                        \
      return __builtin_spirv_##builtin(1);                                                         \
    case 2:                                                                                        \
      return __builtin_spirv_##builtin(2);                                                         \
    default:                                                                                       \
      return otherwise;                                                                            \
    }                                                                                              \
  }
SCYTHE_DEFINE(global_size, global_size, 1)
SCYTHE_DEFINE(global_id, global_invocation_id, 0)
SCYTHE_DEFINE(global_offset, global_offset, 0)
SCYTHE_DEFINE(local_size, workgroup_size, 1)
SCYTHE_DEFINE(enqueued_local_size, workgroup_size, 1)
SCYTHE_DEFINE(local_id, local_invocation_id, 0)
SCYTHE_DEFINE(num_groups, num_workgroups, 1)
SCYTHE_DEFINE(group_id, workgroup_id, 0)
#undef SCYTHE_DEFINE

#define SCYTHE_DEFINE(name, builtin)                                                               \
  SCYTHE_MUX_DEFINE std::uint32_t __mux_get_##name() noexcept { return builtin(); }
SCYTHE_DEFINE(work_dim, __spirv_BuiltInWorkDim)
SCYTHE_DEFINE(sub_group_id, __builtin_spirv_subgroup_id)
SCYTHE_DEFINE(num_sub_groups, __builtin_spirv_num_subgroups)
SCYTHE_DEFINE(max_sub_group_size, __builtin_spirv_subgroup_max_size)
SCYTHE_DEFINE(sub_group_size, __builtin_spirv_subgroup_size)
SCYTHE_DEFINE(sub_group_local_id, __builtin_spirv_subgroup_local_invocation_id)
#undef SCYTHE_DEFINE

SCYTHE_MUX_DEFINE std::size_t __mux_get_local_linear_id() noexcept {
  return (__mux_get_local_id(2) * __mux_get_local_size(1) + __mux_get_local_id(1)) *
             __mux_get_local_size(0) +
         __mux_get_local_id(0);
}
SCYTHE_MUX_DEFINE std::size_t __mux_get_global_linear_id() noexcept {
  return ((__mux_get_global_id(2) - __mux_get_global_offset(2)) * __mux_get_global_size(1) +
          __mux_get_global_id(1) - __mux_get_global_offset(1)) *
             __mux_get_global_size(0) +
         __mux_get_global_id(0) - __mux_get_global_offset(0);
}

SCYTHE_MUX_DEFINE void __mux_work_group_barrier(int, int scope, int semantics) noexcept {
  __spirv_ControlBarrier(sycl::detail::spirv::work_group_scope, static_cast<unsigned>(scope),
                         static_cast<unsigned>(semantics));
}
SCYTHE_MUX_DEFINE void __mux_sub_group_barrier(int, int scope, int semantics) noexcept {
  __spirv_ControlBarrier(sycl::detail::spirv::sub_group_scope, static_cast<unsigned>(scope),
                         static_cast<unsigned>(semantics));
}
SCYTHE_MUX_DEFINE void __mux_mem_barrier(int scope, int semantics) noexcept {
  __spirv_MemoryBarrier(static_cast<unsigned>(scope), static_cast<unsigned>(semantics));
}

namespace sycl::inline _V1::detail::spirv {

// The result of a group operation of a work-group. Intel's CPU runtime moves later loads before
// such an operation: a load from an address that all work-items share does not see an earlier store
// of the work-item itself. A fence of invocation scope costs no instruction and keeps the load in
// place.
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT after_group_operation(ValueT result) noexcept {
  __spirv_MemoryBarrier(invocation_scope, acquire_release_all);
  return result;
}

} // namespace sycl::detail::spirv

SCYTHE_MUX_DEFINE bool __mux_work_group_any_i1(int, bool value) noexcept {
  return sycl::detail::spirv::after_group_operation(
      __spirv_GroupAny(sycl::detail::spirv::work_group_scope, value));
}
SCYTHE_MUX_DEFINE bool __mux_work_group_all_i1(int, bool value) noexcept {
  return sycl::detail::spirv::after_group_operation(
      __spirv_GroupAll(sycl::detail::spirv::work_group_scope, value));
}
SCYTHE_MUX_DEFINE bool __mux_sub_group_any_i1(bool value) noexcept {
  return __spirv_GroupNonUniformAny(sycl::detail::spirv::sub_group_scope, value);
}
SCYTHE_MUX_DEFINE bool __mux_sub_group_all_i1(bool value) noexcept {
  return __spirv_GroupNonUniformAll(sycl::detail::spirv::sub_group_scope, value);
}

namespace sycl::inline _V1::detail::spirv {

// The type of a value in instructions: OpenCL has instructions for words of 32 and 64 bits
// everywhere, for smaller ones on some devices.
template <typename ValueT> struct word {
  using type = ValueT;
  SCYTHE_ALWAYS_INLINE static type put(ValueT value) noexcept { return value; }
  SCYTHE_ALWAYS_INLINE static ValueT get(type value) noexcept { return value; }
};
template <typename ValueT> struct small_word {
  using type = std::uint32_t;
  SCYTHE_ALWAYS_INLINE static type put(ValueT value) noexcept { return value; }
  SCYTHE_ALWAYS_INLINE static ValueT get(type value) noexcept { return static_cast<ValueT>(value); }
};
template <> struct word<bool> : small_word<bool> {};
template <> struct word<std::uint8_t> : small_word<std::uint8_t> {};
template <> struct word<std::uint16_t> : small_word<std::uint16_t> {};
template <> struct word<_Float16> {
  using type = std::uint32_t;
  SCYTHE_ALWAYS_INLINE static type put(_Float16 value) noexcept {
    return __builtin_bit_cast(std::uint16_t, value);
  }
  SCYTHE_ALWAYS_INLINE static _Float16 get(type value) noexcept {
    return __builtin_bit_cast(_Float16, static_cast<std::uint16_t>(value));
  }
};

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT shuffle(ValueT value, unsigned lane) noexcept {
  return word<ValueT>::get(
      __spirv_GroupNonUniformShuffle(sub_group_scope, word<ValueT>::put(value), lane));
}

// The values of `previous` precede those of `current`.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT shuffle_up(ValueT previous, ValueT current,
                                              unsigned delta) noexcept {
  const unsigned lane = __mux_get_sub_group_local_id();
  const unsigned size = __mux_get_sub_group_size();
  const ValueT near = shuffle(current, lane - delta);
  const ValueT far = shuffle(previous, lane + size - delta);
  return lane >= delta ? near : far;
}
// The values of `next` follow them.
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT shuffle_down(ValueT current, ValueT next,
                                                unsigned delta) noexcept {
  const unsigned lane = __mux_get_sub_group_local_id();
  const unsigned size = __mux_get_sub_group_size();
  const ValueT near = shuffle(current, lane + delta);
  const ValueT far = shuffle(next, lane + delta - size);
  return lane + delta < size ? near : far;
}

// A small integer in a 32-bit word, for a signed or unsigned operation; and back. The first result
// of an exclusive scan is the word's neutral value, which is truncated to the integer's.
template <typename Signed, typename ValueT>
SCYTHE_ALWAYS_INLINE inline std::uint32_t widen(ValueT value) noexcept {
  return static_cast<std::uint32_t>(static_cast<Signed>(value));
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT narrow_smin(std::uint32_t word) noexcept {
  constexpr int most = (1 << (8 * sizeof(ValueT) - 1)) - 1;
  return static_cast<ValueT>(static_cast<int>(word) > most ? most : static_cast<int>(word));
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT narrow_smax(std::uint32_t word) noexcept {
  constexpr int least = -(1 << (8 * sizeof(ValueT) - 1));
  return static_cast<ValueT>(static_cast<int>(word) < least ? least : static_cast<int>(word));
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT narrow_umin(std::uint32_t word) noexcept {
  constexpr unsigned most = (1u << (8 * sizeof(ValueT))) - 1;
  return static_cast<ValueT>(word > most ? most : word);
}

} // namespace sycl::detail::spirv

#define SCYTHE_DEFINE(T, type)                                                                     \
  SCYTHE_MUX_DEFINE type __mux_work_group_broadcast##T(                                            \
      int, type value, std::size_t arg_x, std::size_t arg_y, std::size_t arg_z) noexcept {         \
    using word = sycl::detail::spirv::word<type>;                                                  \
    return word::get(sycl::detail::spirv::after_group_operation(                                                     \
        __spirv_GroupBroadcast(sycl::detail::spirv::work_group_scope, word::put(value),            \
                               sycl::detail::spirv::local_id{arg_x, arg_y, arg_z})));              \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_broadcast##T(type value, std::uint32_t lane) noexcept {   \
    return sycl::detail::spirv::shuffle<type>(value, lane);                                        \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_shuffle##T(type value, std::uint32_t lane) noexcept {     \
    return sycl::detail::spirv::shuffle<type>(value, lane);                                        \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_shuffle_up##T(type previous, type current,                \
                                                       std::uint32_t delta) noexcept {             \
    return sycl::detail::spirv::shuffle_up<type>(previous, current, delta);                        \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_shuffle_down##T(type current, type next,                  \
                                                         std::uint32_t delta) noexcept {           \
    return sycl::detail::spirv::shuffle_down<type>(current, next, delta);                          \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_shuffle_xor##T(type value, std::uint32_t mask) noexcept { \
    return sycl::detail::spirv::shuffle<type>(value, __mux_get_sub_group_local_id() ^ mask);       \
  }
SCYTHE_MUX_TYPES(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

// The three group operations, for work-groups and sub-groups. `in` converts a value to the word of
// the instruction, `out` converts it back.
#define SCYTHE_SPIRV_WAYS(op, T, type, work, sub, in, out)                                         \
  SCYTHE_SPIRV_WAY(reduce_##op, reduce, T, type, work, sub, in, out)                               \
  SCYTHE_SPIRV_WAY(scan_inclusive_##op, inclusive_scan, T, type, work, sub, in, out)               \
  SCYTHE_SPIRV_WAY(scan_exclusive_##op, exclusive_scan, T, type, work, sub, in, out)
#define SCYTHE_SPIRV_WAY(name, way, T, type, work, sub, in, out)                                   \
  SCYTHE_MUX_DEFINE type __mux_work_group_##name##T(int, type value) noexcept {                 \
    return out(sycl::detail::spirv::after_group_operation(__spirv_##work(                                            \
        sycl::detail::spirv::work_group_scope, sycl::detail::spirv::way, in(value))));             \
  }                                                                                                \
  SCYTHE_MUX_DEFINE type __mux_sub_group_##name##T(type value) noexcept {                       \
    return out(__spirv_##sub(sycl::detail::spirv::sub_group_scope, sycl::detail::spirv::way,       \
                             in(value)));                                                          \
  }

#define SCYTHE_DEFINE(op, work, sub)                                                               \
  SCYTHE_SPIRV_WAYS(op, _i32, std::uint32_t, work, sub, , )                                        \
  SCYTHE_SPIRV_WAYS(op, _i64, std::uint64_t, work, sub, , )
SCYTHE_SPIRV_INTEGER_OPERATIONS(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE
#define SCYTHE_DEFINE(op, work, sub)                                                               \
  SCYTHE_SPIRV_WAYS(op, _f16, _Float16, work, sub, , )                                             \
  SCYTHE_SPIRV_WAYS(op, _f32, float, work, sub, , )                                                \
  SCYTHE_SPIRV_WAYS(op, _f64, double, work, sub, , )
SCYTHE_SPIRV_FLOAT_OPERATIONS(SCYTHE_DEFINE)
#undef SCYTHE_DEFINE

#define SCYTHE_SPIRV_SMALL(op, T, type, work, sub, out)                                            \
  SCYTHE_SPIRV_WAYS(op, T, type, work, sub, std::uint32_t, out)
#define SCYTHE_DEFINE(T, type, Signed)                                                             \
  SCYTHE_SPIRV_SMALL(add, T, type, GroupIAdd, GroupNonUniformIAdd, static_cast<type>)              \
  SCYTHE_SPIRV_SMALL(mul, T, type, GroupIMulKHR, GroupNonUniformIMul, static_cast<type>)           \
  SCYTHE_SPIRV_WAYS(smin, T, type, GroupSMin, GroupNonUniformSMin,                                 \
                    sycl::detail::spirv::widen<Signed>, sycl::detail::spirv::narrow_smin<type>)    \
  SCYTHE_SPIRV_SMALL(umin, T, type, GroupUMin, GroupNonUniformUMin,                                \
                     sycl::detail::spirv::narrow_umin<type>)                                       \
  SCYTHE_SPIRV_WAYS(smax, T, type, GroupSMax, GroupNonUniformSMax,                                 \
                    sycl::detail::spirv::widen<Signed>, sycl::detail::spirv::narrow_smax<type>)    \
  SCYTHE_SPIRV_SMALL(umax, T, type, GroupUMax, GroupNonUniformUMax, static_cast<type>)             \
  SCYTHE_SPIRV_SMALL(and, T, type, GroupBitwiseAndKHR, GroupNonUniformBitwiseAnd,                  \
                     static_cast<type>)                                                            \
  SCYTHE_SPIRV_SMALL(or, T, type, GroupBitwiseOrKHR, GroupNonUniformBitwiseOr, static_cast<type>)  \
  SCYTHE_SPIRV_SMALL(xor, T, type, GroupBitwiseXorKHR, GroupNonUniformBitwiseXor,                  \
                     static_cast<type>)
SCYTHE_DEFINE(_i8, std::uint8_t, std::int8_t)
SCYTHE_DEFINE(_i16, std::uint16_t, std::int16_t)
#undef SCYTHE_DEFINE
#undef SCYTHE_SPIRV_SMALL

// Booleans are numbers: all of them are true if the minimum is, and their sum is odd if an odd
// number of them is.
#define SCYTHE_SPIRV_ODD(value) (((value) & 1u) != 0)
#define SCYTHE_SPIRV_TRUE(value) ((value) != 0)
#define SCYTHE_SPIRV_NUMBER(value) ((value) ? 1u : 0u)
SCYTHE_SPIRV_WAYS(logical_and, _i1, bool, GroupUMin, GroupNonUniformUMin, SCYTHE_SPIRV_NUMBER,
                  SCYTHE_SPIRV_TRUE)
SCYTHE_SPIRV_WAYS(logical_or, _i1, bool, GroupUMax, GroupNonUniformUMax, SCYTHE_SPIRV_NUMBER,
                  SCYTHE_SPIRV_TRUE)
SCYTHE_SPIRV_WAYS(logical_xor, _i1, bool, GroupIAdd, GroupNonUniformIAdd, SCYTHE_SPIRV_NUMBER,
                  SCYTHE_SPIRV_ODD)
#undef SCYTHE_SPIRV_NUMBER
#undef SCYTHE_SPIRV_TRUE
#undef SCYTHE_SPIRV_ODD

#undef SCYTHE_SPIRV_WAY
#undef SCYTHE_SPIRV_WAYS
#undef SCYTHE_SPIRV_FLOAT_OPERATIONS
#undef SCYTHE_SPIRV_INTEGER_OPERATIONS
#undef SCYTHE_SPIRV_FLOAT_COMBINE
#undef SCYTHE_SPIRV_INTEGER_COMBINE
#undef SCYTHE_SPIRV_COMBINE
#undef SCYTHE_SPIRV_GROUP
#undef SCYTHE_MUX_DEFINE

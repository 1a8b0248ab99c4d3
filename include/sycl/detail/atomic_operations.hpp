// Atomic operations on memory, in native code, SPIR-V and PTX. Pointers are decorated where device
// code has address spaces.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/address_space.hpp>
#include <sycl/detail/atomic_narrow.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/forward.hpp>
#include <sycl/detail/memory_semantics.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__SPIRV__)

// LLVM's SPIR-V back end turns atomic loads and stores into plain ones, and LLVM's optimisations of
// an exchange's two results can break it; so these are called by name.
#define SCYTHE_DECLARE(type, space)                                                                \
  extern type __spirv_AtomicLoad(const space type *, unsigned scope, unsigned semantics) noexcept; \
  extern void __spirv_AtomicStore(space type *, unsigned scope, unsigned semantics,                \
                                  type value) noexcept;                                            \
  extern type __spirv_AtomicCompareExchange(space type *, unsigned scope, unsigned equal,          \
                                            unsigned unequal, type value,                          \
                                            type comparator) noexcept;
#define SCYTHE_DECLARE_ALL(space)                                                                  \
  SCYTHE_DECLARE(std::uint32_t, space)                                                             \
  SCYTHE_DECLARE(std::uint64_t, space)
SCYTHE_DECLARE_ALL()
SCYTHE_DECLARE_ALL(__attribute__((opencl_global)))
SCYTHE_DECLARE_ALL(__attribute__((opencl_local)))
SCYTHE_DECLARE_ALL(__attribute__((opencl_private)))
#undef SCYTHE_DECLARE_ALL
#undef SCYTHE_DECLARE

#endif

// Operations that return the previous value.
#define SCYTHE_FOR_ATOMIC_FETCHES(macro)                                                           \
  macro(fetch_add)                                                                                 \
  macro(fetch_sub)                                                                                 \
  macro(fetch_and)                                                                                 \
  macro(fetch_or)                                                                                  \
  macro(fetch_xor)                                                                                 \
  macro(fetch_min)                                                                                 \
  macro(fetch_max)

namespace sycl::inline _V1::detail {

#if defined(__SPIRV__)

// The integer with as many bits.
template <typename ValueT>
using atomic_bits =
    std::conditional_t<sizeof(ValueT) == 8, std::uint64_t,
                       std::conditional_t<sizeof(ValueT) == 4, std::uint32_t, std::uint16_t>>;

// Scopes as numbers of clang's OpenCL builtins; none is narrower than a sub-group.
SCYTHE_ALWAYS_INLINE constexpr int opencl_scope(memory_scope scope) noexcept {
  switch (scope) {
  case memory_scope::work_item:
  case memory_scope::sub_group:
    return __OPENCL_MEMORY_SCOPE_SUB_GROUP;
  case memory_scope::work_group:
    return __OPENCL_MEMORY_SCOPE_WORK_GROUP;
  case memory_scope::device:
    return __OPENCL_MEMORY_SCOPE_DEVICE;
  case memory_scope::system:
    break;
  }
  return __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES;
}

template <typename ValueT, access::address_space Space> struct atomic_operations {
  using pointer = decorated_t<ValueT, Space> *;
  using bits = atomic_bits<ValueT>;
  static_assert(sizeof(bits) == sizeof(ValueT));
  static constexpr bool is_narrow = sizeof(ValueT) == 2;

  SCYTHE_ALWAYS_INLINE static ValueT load(pointer object, memory_order order,
                                     memory_scope scope) noexcept {
    if constexpr (is_narrow) {
      const narrow_place<Space> place(object);
      return __builtin_bit_cast(ValueT, place.half_of(load_word(place.word(), order, scope)));
    } else {
      return __builtin_bit_cast(ValueT, load_word(words(object), order, scope));
    }
  }
  SCYTHE_ALWAYS_INLINE static void store(pointer object, ValueT value, memory_order order,
                                         memory_scope scope) noexcept {
    if constexpr (is_narrow)
      exchange(object, value, order, scope);
    else
      __spirv_AtomicStore(words(object), static_cast<unsigned>(builtin_scope(scope)),
                          static_cast<unsigned>(fence_semantics(order)),
                          __builtin_bit_cast(bits, value));
  }
  SCYTHE_ALWAYS_INLINE static ValueT exchange(pointer object, ValueT value, memory_order order,
                                         memory_scope scope) noexcept {
    if constexpr (is_narrow) {
      ValueT old = load(object, memory_order::relaxed, scope);
      while (!compare_exchange(object, old, value, order, memory_order::relaxed, scope)) {
      }
      return old;
    } else {
      return __builtin_bit_cast(
          ValueT, __opencl_atomic_exchange(atomic_words(object), __builtin_bit_cast(bits, value),
                                      clang_order(order), opencl_scope(scope)));
    }
  }
  // One instruction for both: spurious failures are not distinguished.
  SCYTHE_ALWAYS_INLINE static bool compare_exchange(pointer object, ValueT &expected,
                                                    ValueT desired, memory_order success,
                                                    memory_order failure,
                                                    memory_scope scope) noexcept {
    const bits wanted = __builtin_bit_cast(bits, expected);
    const bits value = __builtin_bit_cast(bits, desired);
    bits found;
    if constexpr (is_narrow) {
      const narrow_place<Space> place(object);
      std::uint32_t word = load_word(place.word(), memory_order::relaxed, scope);
      // The other half may have changed.
      for (bool done = false; !done;) {
        const std::uint32_t before = word;
        const std::uint32_t after = place.half_of(before) == wanted ? place.with(before, value) : before;
        word = exchange_word(place.word(), before, after, success, failure, scope);
        done = word == before;
      }
      found = place.half_of(word);
    } else {
      found = exchange_word(words(object), wanted, value, success, failure, scope);
    }
    expected = __builtin_bit_cast(ValueT, found);
    return found == wanted;
  }
  SCYTHE_ALWAYS_INLINE static bool compare_exchange_weak(pointer object, ValueT &expected,
                                                         ValueT desired, memory_order success,
                                                         memory_order failure,
                                                         memory_scope scope) noexcept {
    return compare_exchange(object, expected, desired, success, failure, scope);
  }

  // Integers have instructions, and pointers are integers. For floating-point numbers there are
  // extensions, which not every device supports.
#define SCYTHE_ATOMIC_FETCH(name, Operand, result)                                                 \
  template <typename Operand>                                                                      \
  SCYTHE_ALWAYS_INLINE static ValueT name(pointer object, Operand value, memory_order order,       \
                                          memory_scope scope) noexcept {                           \
    if constexpr (std::is_integral_v<ValueT>) {                                                    \
      return __opencl_atomic_##name(space_cast<_Atomic(ValueT), Space>(object),                    \
                                    static_cast<ValueT>(value), clang_order(order),                \
                                    opencl_scope(scope));                                          \
    } else if constexpr (std::is_pointer_v<ValueT>) {                                              \
      return __builtin_bit_cast(                                                                   \
          ValueT, __opencl_atomic_##name(atomic_words(object), static_cast<bits>(value),           \
                                         clang_order(order), opencl_scope(scope)));                \
    } else {                                                                                       \
      ValueT old = load(object, memory_order::relaxed, scope);                                     \
      while (!compare_exchange(object, old, result, order, memory_order::relaxed, scope)) {        \
      }                                                                                            \
      return old;                                                                                  \
    }                                                                                              \
  }
  SCYTHE_ATOMIC_FETCH(fetch_add, Operand, old + value)
  SCYTHE_ATOMIC_FETCH(fetch_sub, Operand, old - value)
  SCYTHE_ATOMIC_FETCH(fetch_min, Operand, value < old ? value : old)
  SCYTHE_ATOMIC_FETCH(fetch_max, Operand, old < value ? value : old)
#undef SCYTHE_ATOMIC_FETCH
#define SCYTHE_ATOMIC_FETCH(name)                                                                  \
  SCYTHE_ALWAYS_INLINE static ValueT name(pointer object, ValueT value, memory_order order,        \
                                          memory_scope scope) noexcept {                           \
    return __opencl_atomic_##name(space_cast<_Atomic(ValueT), Space>(object), value,               \
                                  clang_order(order), opencl_scope(scope));                        \
  }
  SCYTHE_ATOMIC_FETCH(fetch_and)
  SCYTHE_ATOMIC_FETCH(fetch_or)
  SCYTHE_ATOMIC_FETCH(fetch_xor)
#undef SCYTHE_ATOMIC_FETCH

private:
  template <typename Word>
  SCYTHE_ALWAYS_INLINE static auto load_word(Word *word, memory_order order,
                                             memory_scope scope) noexcept {
    return __spirv_AtomicLoad(word, static_cast<unsigned>(builtin_scope(scope)),
                              static_cast<unsigned>(fence_semantics(order)));
  }
  // Returns the previous value.
  template <typename Word, typename Bits>
  SCYTHE_ALWAYS_INLINE static Bits exchange_word(Word *word, Bits expected, Bits desired,
                                                 memory_order success, memory_order failure,
                                                 memory_scope scope) noexcept {
    return __spirv_AtomicCompareExchange(word, static_cast<unsigned>(builtin_scope(scope)),
                                         static_cast<unsigned>(fence_semantics(success)),
                                         static_cast<unsigned>(fence_semantics(failure)), desired,
                                         expected);
  }
  SCYTHE_ALWAYS_INLINE static decorated_t<bits, Space> *words(pointer object) noexcept {
    return space_cast<bits, Space>(object);
  }
  SCYTHE_ALWAYS_INLINE static decorated_t<_Atomic(bits), Space> *
  atomic_words(pointer object) noexcept {
    return space_cast<_Atomic(bits), Space>(object);
  }
};

#elif defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// Additions to 16-bit numbers, and to pairs of them.
template <typename ValueT> struct narrow_atomic {
  SCYTHE_ALWAYS_INLINE static ValueT add(ValueT *object, ValueT value) noexcept {
    using number = std::conditional_t<std::is_same_v<ValueT, half>, _Float16, __bf16>;
    const number old = __atomic_fetch_add(reinterpret_cast<number *>(object),
                                          __builtin_bit_cast(number, value), __ATOMIC_RELAXED);
    return __builtin_bit_cast(ValueT, old);
  }
};
template <typename ElementT> struct narrow_atomic<vec<ElementT, 2>> {
  using pair = vec<ElementT, 2>;
  SCYTHE_ALWAYS_INLINE static pair add(pair *object, pair value) noexcept {
    std::uint32_t old;
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    if constexpr (std::is_same_v<ElementT, half>) {
      asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                   : "=r"(old)
                   : "l"(object), "r"(bits)
                   : "memory");
    } else if (__nvvm_reflect("__CUDA_ARCH") >= 900) {
      asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;"
                   : "=r"(old)
                   : "l"(object), "r"(bits)
                   : "memory");
    } else {
      auto *const words = reinterpret_cast<std::uint32_t *>(object);
      old = __atomic_load_n(words, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n(
          words, &old,
          __builtin_bit_cast(std::uint32_t, pair(__builtin_bit_cast(pair, old) + value)), false,
          __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      }
    }
    return __builtin_bit_cast(pair, old);
  }
};

// LLVM's back end drops the order of read-modify-write operations, and their scope is the device.
// So operations are relaxed, with fences of the right scope around them; those with system scope
// have separate instructions.
template <typename ValueT, access::address_space Space> struct atomic_operations {
  using pointer = decorated_t<ValueT, Space> *;

  SCYTHE_ALWAYS_INLINE static ValueT load(pointer object, memory_order order,
                                          memory_scope scope) noexcept {
    if (order == memory_order::seq_cst)
      fence(order, scope);
    const ValueT result = __c11_atomic_load(atomic(object), __ATOMIC_RELAXED);
    after(order, scope);
    return result;
  }
  SCYTHE_ALWAYS_INLINE static void store(pointer object, ValueT value, memory_order order,
                                         memory_scope scope) noexcept {
    before(order, scope);
    __c11_atomic_store(atomic(object), value, __ATOMIC_RELAXED);
  }
  SCYTHE_ALWAYS_INLINE static ValueT exchange(pointer object, ValueT value, memory_order order,
                                              memory_scope scope) noexcept {
    before(order, scope);
    ValueT result;
    if constexpr (sizeof(ValueT) == 8) {
      const auto word = __builtin_bit_cast(long long, value);
      result = __builtin_bit_cast(
          ValueT, scope == memory_scope::system ? __nvvm_atom_sys_xchg_gen_ll(words(object), word)
                                                : __nvvm_atom_xchg_gen_ll(words(object), word));
    } else if constexpr (sizeof(ValueT) == 4) {
      const auto word = __builtin_bit_cast(int, value);
      result = __builtin_bit_cast(
          ValueT, scope == memory_scope::system ? __nvvm_atom_sys_xchg_gen_i(words(object), word)
                                                : __nvvm_atom_xchg_gen_i(words(object), word));
    } else {
      result = __c11_atomic_exchange(atomic(object), value, __ATOMIC_RELAXED);
    }
    after(order, scope);
    return result;
  }
  SCYTHE_ALWAYS_INLINE static bool compare_exchange(pointer object, ValueT &expected,
                                                    ValueT desired, memory_order success,
                                                    memory_order failure,
                                                    memory_scope scope) noexcept {
    before(success, scope);
    const bool done = __c11_atomic_compare_exchange_strong(
        atomic(object), &expected, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    after(done ? success : failure, scope);
    return done;
  }
  SCYTHE_ALWAYS_INLINE static bool compare_exchange_weak(pointer object, ValueT &expected,
                                                         ValueT desired, memory_order success,
                                                         memory_order failure,
                                                         memory_scope scope) noexcept {
    return compare_exchange(object, expected, desired, success, failure, scope);
  }

#define SCYTHE_ATOMIC_FETCH(name)                                                                  \
  template <typename Operand>                                                                      \
  SCYTHE_ALWAYS_INLINE static ValueT name(pointer object, Operand value, memory_order order,       \
                                          memory_scope scope) noexcept {                           \
    before(order, scope);                                                                          \
    const ValueT result = scope == memory_scope::system ? system_##name(object, value)             \
                                                        : device_##name(object, value);            \
    after(order, scope);                                                                           \
    return result;                                                                                 \
  }
  SCYTHE_FOR_ATOMIC_FETCHES(SCYTHE_ATOMIC_FETCH)
#undef SCYTHE_ATOMIC_FETCH

private:
  static constexpr bool is_float =
      std::is_same_v<ValueT, float> || std::is_same_v<ValueT, double>;

  // Device scope. There are no instructions to subtract or compare floating-point numbers, but one
  // to add; and numbers of one sign have the order of the integers with the same bits.
  template <typename Operand>
  SCYTHE_ALWAYS_INLINE static ValueT device_fetch_add(pointer object, Operand value) noexcept {
    if constexpr (std::is_class_v<ValueT>)
      return narrow_atomic<ValueT>::add(generic(object), value);
    else
      return __atomic_fetch_add(object, value, __ATOMIC_RELAXED);
  }
  template <typename Operand>
  SCYTHE_ALWAYS_INLINE static ValueT device_fetch_sub(pointer object, Operand value) noexcept {
    if constexpr (is_float || std::is_class_v<ValueT>)
      return device_fetch_add(object, -value);
    else
      return __atomic_fetch_sub(object, value, __ATOMIC_RELAXED);
  }
#define SCYTHE_DEVICE_LIMIT(name, opposite, less)                                                  \
  SCYTHE_ALWAYS_INLINE static ValueT device_##name(pointer object, ValueT operand) noexcept {      \
    if constexpr (is_float) {                                                                      \
      using word = std::conditional_t<sizeof(ValueT) == 8, std::int64_t, std::int32_t>;            \
      using bits = std::make_unsigned_t<word>;                                                     \
      if (operand != operand)                                                                      \
        return __c11_atomic_load(atomic(object), __ATOMIC_RELAXED);                                \
      const auto number = __builtin_bit_cast(word, operand);                                       \
      return number >= 0                                                                           \
                 ? __builtin_bit_cast(ValueT, __atomic_##name(space_cast<word, Space>(object),     \
                                                              number, __ATOMIC_RELAXED))           \
                 : __builtin_bit_cast(ValueT,                                                      \
                                      __atomic_##opposite(space_cast<bits, Space>(object),         \
                                                          static_cast<bits>(number),               \
                                                          __ATOMIC_RELAXED));                      \
    } else if constexpr (std::is_class_v<ValueT>) {                                                \
      SCYTHE_ATOMIC_LOOP((less) ? operand : old);                                                  \
    } else {                                                                                       \
      return __atomic_##name(object, operand, __ATOMIC_RELAXED);                                   \
    }                                                                                              \
  }
#define SCYTHE_DEVICE_BITS(name)                                                                   \
  SCYTHE_ALWAYS_INLINE static ValueT device_##name(pointer object, ValueT operand) noexcept {      \
    return __atomic_##name(object, operand, __ATOMIC_RELAXED);                                     \
  }
#define SCYTHE_ATOMIC_LOOP(result)                                                                 \
  ValueT old = __c11_atomic_load(atomic(object), __ATOMIC_RELAXED);                                \
  while (!__c11_atomic_compare_exchange_strong(atomic(object), &old, result, __ATOMIC_RELAXED,     \
                                               __ATOMIC_RELAXED)) {                                \
  }                                                                                                \
  return old
  SCYTHE_DEVICE_LIMIT(fetch_min, fetch_max, operand < old)
  SCYTHE_DEVICE_LIMIT(fetch_max, fetch_min, old < operand)
  SCYTHE_DEVICE_BITS(fetch_and)
  SCYTHE_DEVICE_BITS(fetch_or)
  SCYTHE_DEVICE_BITS(fetch_xor)
#undef SCYTHE_DEVICE_LIMIT
#undef SCYTHE_DEVICE_BITS

  // Instructions with system scope, by type; the others use compare-exchange, for which LLVM
  // supports system scope. (LLVM confuses minimum and maximum of unsigned numbers with those of
  // signed ones.)
#define SCYTHE_SYSTEM_CASE(op, suffix, type)                                                       \
  return __builtin_bit_cast(                                                                       \
      ValueT, __nvvm_atom_sys_##op##_gen_##suffix(reinterpret_cast<type *>(generic(object)),       \
                                                  __builtin_bit_cast(type, operand)))
  static constexpr bool is_word = sizeof(ValueT) == 4 || sizeof(ValueT) == 8;

  template <typename Operand>
  SCYTHE_ALWAYS_INLINE static ValueT system_fetch_add(pointer object, Operand value) noexcept {
    if constexpr (std::is_same_v<ValueT, float>) {
      return __nvvm_atom_sys_add_gen_f(generic(object), static_cast<float>(value));
    } else if constexpr (std::is_same_v<ValueT, double>) {
      return __nvvm_atom_sys_add_gen_d(generic(object), static_cast<double>(value));
    } else if constexpr (std::is_pointer_v<ValueT>) {
      return reinterpret_cast<ValueT>(__nvvm_atom_sys_add_gen_ll(
          words(object), static_cast<long long>(value)));
    } else if constexpr (std::is_integral_v<ValueT> && is_word) {
      const auto operand = static_cast<ValueT>(value);
      if constexpr (sizeof(ValueT) == 8)
        SCYTHE_SYSTEM_CASE(add, ll, long long);
      else
        SCYTHE_SYSTEM_CASE(add, i, int);
    } else {
      SCYTHE_ATOMIC_LOOP(static_cast<ValueT>(old + value));
    }
  }
  template <typename Operand>
  SCYTHE_ALWAYS_INLINE static ValueT system_fetch_sub(pointer object, Operand value) noexcept {
    if constexpr (std::is_integral_v<ValueT>)
      return system_fetch_add(object, static_cast<ValueT>(ValueT(0) - static_cast<ValueT>(value)));
    else
      return system_fetch_add(object, -value);
  }
#define SCYTHE_SYSTEM_BITS(name, op, symbol)                                                       \
  SCYTHE_ALWAYS_INLINE static ValueT system_##name(pointer object, ValueT operand) noexcept {      \
    if constexpr (sizeof(ValueT) == 8)                                                             \
      SCYTHE_SYSTEM_CASE(op, ll, long long);                                                       \
    else if constexpr (sizeof(ValueT) == 4)                                                        \
      SCYTHE_SYSTEM_CASE(op, i, int);                                                              \
    else {                                                                                         \
      SCYTHE_ATOMIC_LOOP(static_cast<ValueT>(old symbol operand));                                 \
    }                                                                                              \
  }
  SCYTHE_SYSTEM_BITS(fetch_and, and, &)
  SCYTHE_SYSTEM_BITS(fetch_or, or, |)
  SCYTHE_SYSTEM_BITS(fetch_xor, xor, ^)
#undef SCYTHE_SYSTEM_BITS
#define SCYTHE_SYSTEM_LIMIT(name, op, less)                                                        \
  SCYTHE_ALWAYS_INLINE static ValueT system_##name(pointer object, ValueT operand) noexcept {      \
    if constexpr (std::is_integral_v<ValueT> && std::is_signed_v<ValueT> && is_word) {             \
      if constexpr (sizeof(ValueT) == 8)                                                           \
        SCYTHE_SYSTEM_CASE(op, ll, long long);                                                     \
      else                                                                                         \
        SCYTHE_SYSTEM_CASE(op, i, int);                                                            \
    } else {                                                                                       \
      SCYTHE_ATOMIC_LOOP((less) ? operand : old);                                                  \
    }                                                                                              \
  }
  SCYTHE_SYSTEM_LIMIT(fetch_min, min, operand < old)
  SCYTHE_SYSTEM_LIMIT(fetch_max, max, old < operand)
#undef SCYTHE_SYSTEM_LIMIT
#undef SCYTHE_ATOMIC_LOOP
#undef SCYTHE_SYSTEM_CASE

  SCYTHE_ALWAYS_INLINE static void fence(memory_order order, memory_scope scope) noexcept {
    if (order != memory_order::relaxed && scope != memory_scope::work_item)
      __mux_mem_barrier(builtin_scope(scope), fence_semantics(order));
  }
  SCYTHE_ALWAYS_INLINE static void before(memory_order order, memory_scope scope) noexcept {
    if (order != memory_order::acquire)
      fence(order, scope);
  }
  SCYTHE_ALWAYS_INLINE static void after(memory_order order, memory_scope scope) noexcept {
    if (order != memory_order::release)
      fence(order == memory_order::seq_cst ? memory_order::acq_rel : order, scope);
  }
  SCYTHE_ALWAYS_INLINE static decorated_t<_Atomic(ValueT), Space> *atomic(pointer object) noexcept {
    return space_cast<_Atomic(ValueT), Space>(object);
  }
  SCYTHE_ALWAYS_INLINE static ValueT *generic(pointer object) noexcept { return (ValueT *)object; }
  SCYTHE_ALWAYS_INLINE static auto words(pointer object) noexcept {
    return reinterpret_cast<std::conditional_t<sizeof(ValueT) == 8, long long, int> *>(
        generic(object));
  }
};

#else

// The order is passed to the instruction. The scope is the widest: processors have only one.
template <typename ValueT, access::address_space Space> struct atomic_operations {
  using pointer = decorated_t<ValueT, Space> *;

  SCYTHE_ALWAYS_INLINE static ValueT load(pointer object, memory_order order,
                                          memory_scope) noexcept {
    return __c11_atomic_load(atomic(object), clang_order(order));
  }
  SCYTHE_ALWAYS_INLINE static void store(pointer object, ValueT value, memory_order order,
                                         memory_scope) noexcept {
    __c11_atomic_store(atomic(object), value, clang_order(order));
  }
  SCYTHE_ALWAYS_INLINE static ValueT exchange(pointer object, ValueT value, memory_order order,
                                         memory_scope) noexcept {
    return __c11_atomic_exchange(atomic(object), value, clang_order(order));
  }
  SCYTHE_ALWAYS_INLINE static bool compare_exchange(pointer object, ValueT &expected,
                                                    ValueT desired, memory_order success,
                                                    memory_order failure, memory_scope) noexcept {
    return __c11_atomic_compare_exchange_strong(atomic(object), &expected, desired,
                                                clang_order(success), clang_order(failure));
  }
  SCYTHE_ALWAYS_INLINE static bool compare_exchange_weak(pointer object, ValueT &expected,
                                                         ValueT desired, memory_order success,
                                                         memory_order failure,
                                                         memory_scope) noexcept {
    return __c11_atomic_compare_exchange_weak(atomic(object), &expected, desired,
                                              clang_order(success), clang_order(failure));
  }

  // Classes of numbers (half) have no instructions.
#define SCYTHE_ATOMIC_FETCH(name, result)                                                          \
  template <typename Operand>                                                                      \
  SCYTHE_ALWAYS_INLINE static ValueT name(pointer object, Operand value, memory_order order,       \
                                          memory_scope scope) noexcept {                           \
    if constexpr (std::is_class_v<ValueT>) {                                                       \
      ValueT old = load(object, memory_order::relaxed, scope);                                     \
      while (!compare_exchange(object, old, result, order, memory_order::relaxed, scope)) {        \
      }                                                                                            \
      return old;                                                                                  \
    } else {                                                                                       \
      return __atomic_##name(object, value, clang_order(order));                                   \
    }                                                                                              \
  }
  SCYTHE_ATOMIC_FETCH(fetch_add, old + value)
  SCYTHE_ATOMIC_FETCH(fetch_sub, old - value)
  SCYTHE_ATOMIC_FETCH(fetch_and, old & value)
  SCYTHE_ATOMIC_FETCH(fetch_or, old | value)
  SCYTHE_ATOMIC_FETCH(fetch_xor, old ^ value)
  SCYTHE_ATOMIC_FETCH(fetch_min, value < old ? value : old)
  SCYTHE_ATOMIC_FETCH(fetch_max, old < value ? value : old)
#undef SCYTHE_ATOMIC_FETCH

private:
  // clang's builtins that take values instead of pointers, and so support any combination of
  // address spaces, accept C's atomic types only.
  SCYTHE_ALWAYS_INLINE static decorated_t<_Atomic(ValueT), Space> *atomic(pointer object) noexcept {
    return space_cast<_Atomic(ValueT), Space>(object);
  }
};

#endif

} // namespace sycl::detail

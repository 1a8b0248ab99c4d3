// SYCL 2020 §4.15.3: atomic operations on an object that is not itself atomic.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/atomic_operations.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi {
class bfloat16;
}

// The orders of loads and stores that correspond to an order of read-modify-write operations.
template <memory_order ReadModifyWriteOrder> struct memory_order_traits;

template <> struct memory_order_traits<memory_order::relaxed> {
  static constexpr memory_order read_order = memory_order::relaxed;
  static constexpr memory_order write_order = memory_order::relaxed;
};
template <> struct memory_order_traits<memory_order::acq_rel> {
  static constexpr memory_order read_order = memory_order::acquire;
  static constexpr memory_order write_order = memory_order::release;
};
template <> struct memory_order_traits<memory_order::seq_cst> {
  static constexpr memory_order read_order = memory_order::seq_cst;
  static constexpr memory_order write_order = memory_order::seq_cst;
};

namespace detail {

template <typename ValueT, typename... ValueTs>
inline constexpr bool is_one_of_v = std::disjunction_v<std::is_same<ValueT, ValueTs>...>;

template <typename ValueT>
inline constexpr bool is_atomic_integer_v =
    is_one_of_v<ValueT, int, unsigned, long, unsigned long, long long, unsigned long long>;
template <typename ValueT>
inline constexpr bool is_atomic_floating_v =
    is_one_of_v<ValueT, float, double, half, ext::oneapi::bfloat16>;
// The addition is atomic for each of the two numbers.
template <typename ValueT>
inline constexpr bool is_atomic_pair_v =
    is_one_of_v<ValueT, vec<half, 2>, vec<ext::oneapi::bfloat16, 2>>;

// Atomic arithmetic wraps around, like that of unsigned integers.
template <typename ValueT, bool = std::is_integral_v<ValueT>> struct wrapping {
  using type = std::make_unsigned_t<ValueT>;
};
template <typename ValueT> struct wrapping<ValueT, false> {
  using type = ValueT;
};
template <typename ValueT> using wrapping_t = typename wrapping<ValueT>::type;

// The common part of all atomic references.
template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class atomic_ref_base {
  using operations = atomic_operations<ValueT, Space>;

  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "the default order of an atomic_ref must be relaxed, acq_rel or seq_cst");

public:
  using value_type = ValueT;
  static constexpr std::size_t required_alignment = sizeof(ValueT);
  static constexpr bool is_always_lock_free = __atomic_always_lock_free(sizeof(ValueT), nullptr);
  static constexpr memory_order default_read_order =
      memory_order_traits<DefaultOrder>::read_order;
  static constexpr memory_order default_write_order =
      memory_order_traits<DefaultOrder>::write_order;
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  SCYTHE_ALWAYS_INLINE explicit atomic_ref_base(ValueT &ref) noexcept
      : object_(space_cast<ValueT, Space>(&ref)) {}
  atomic_ref_base(const atomic_ref_base &) noexcept = default;
  atomic_ref_base &operator=(const atomic_ref_base &) = delete;

  bool is_lock_free() const noexcept { return is_always_lock_free; }

  SCYTHE_ALWAYS_INLINE void store(ValueT operand, memory_order order = default_write_order,
                                  memory_scope scope = default_scope) const noexcept {
    operations::store(object_, operand, order, scope);
  }
  SCYTHE_ALWAYS_INLINE ValueT operator=(ValueT desired) const noexcept {
    store(desired);
    return desired;
  }

  SCYTHE_ALWAYS_INLINE ValueT load(memory_order order = default_read_order,
                              memory_scope scope = default_scope) const noexcept {
    return operations::load(object_, order, scope);
  }
  SCYTHE_ALWAYS_INLINE operator ValueT() const noexcept { return load(); }

  SCYTHE_ALWAYS_INLINE ValueT exchange(ValueT operand,
                                       memory_order order = default_read_modify_write_order,
                                       memory_scope scope = default_scope) const noexcept {
    return operations::exchange(object_, operand, order, scope);
  }

  SCYTHE_ALWAYS_INLINE bool
  compare_exchange_weak(ValueT &expected, ValueT desired, memory_order success,
                        memory_order failure, memory_scope scope = default_scope) const noexcept {
    return operations::compare_exchange_weak(object_, expected, desired, success, failure, scope);
  }
  SCYTHE_ALWAYS_INLINE bool
  compare_exchange_weak(ValueT &expected, ValueT desired,
                        memory_order order = default_read_modify_write_order,
                        memory_scope scope = default_scope) const noexcept {
    return compare_exchange_weak(expected, desired, order, failure_order(order), scope);
  }
  SCYTHE_ALWAYS_INLINE bool
  compare_exchange_strong(ValueT &expected, ValueT desired, memory_order success,
                          memory_order failure, memory_scope scope = default_scope) const noexcept {
    return operations::compare_exchange(object_, expected, desired, success, failure, scope);
  }
  SCYTHE_ALWAYS_INLINE bool
  compare_exchange_strong(ValueT &expected, ValueT desired,
                          memory_order order = default_read_modify_write_order,
                          memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, failure_order(order), scope);
  }

protected:
  decorated_t<ValueT, Space> *object_;

private:
  // A failed exchange stores nothing, so there is nothing to release.
  static constexpr memory_order failure_order(memory_order success) noexcept {
    if (success == memory_order::acq_rel)
      return memory_order::acquire;
    if (success == memory_order::release)
      return memory_order::relaxed;
    return success;
  }
};

// Members of the form `ValueT fetch_xxx(Operand, order, scope)`.
#define SCYTHE_ATOMIC_FETCH(name, Operand, operand)                                                \
  SCYTHE_ALWAYS_INLINE value_type name(Operand value,                                              \
                                       memory_order order = base::default_read_modify_write_order, \
                                       memory_scope scope = base::default_scope) const noexcept {  \
    return atomic_operations<ValueT, Space>::name(this->object_, operand, order, scope);           \
  }
// Operators return the new value.
#define SCYTHE_ATOMIC_ASSIGN(op, name, Operand)                                                    \
  SCYTHE_ALWAYS_INLINE value_type operator op##=(Operand value) const noexcept {                   \
    using word = wrapping_t<value_type>;                                                           \
    return static_cast<value_type>(static_cast<word>(this->name(value)) op value);                 \
  }
#define SCYTHE_ATOMIC_STEPS                                                                        \
  SCYTHE_ALWAYS_INLINE value_type operator++(int) const noexcept { return this->fetch_add(1); }    \
  SCYTHE_ALWAYS_INLINE value_type operator--(int) const noexcept { return this->fetch_sub(1); }    \
  SCYTHE_ALWAYS_INLINE value_type operator++() const noexcept { return *this += 1; }               \
  SCYTHE_ALWAYS_INLINE value_type operator--() const noexcept { return *this -= 1; }

// Numbers, and pairs of 16-bit numbers in a word.
template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class atomic_ref_sum : public atomic_ref_base<ValueT, DefaultOrder, DefaultScope, Space> {
  using base = atomic_ref_base<ValueT, DefaultOrder, DefaultScope, Space>;

public:
  using value_type = ValueT;
  using difference_type = ValueT;
  using base::base;
  using base::operator=;

  SCYTHE_ATOMIC_FETCH(fetch_add, ValueT, value)
  SCYTHE_ATOMIC_FETCH(fetch_sub, ValueT, value)
  SCYTHE_ATOMIC_ASSIGN(+, fetch_add, ValueT)
  SCYTHE_ATOMIC_ASSIGN(-, fetch_sub, ValueT)
};

// Numbers with an order.
template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class atomic_ref_number : public atomic_ref_sum<ValueT, DefaultOrder, DefaultScope, Space> {
  using base = atomic_ref_sum<ValueT, DefaultOrder, DefaultScope, Space>;

public:
  using typename base::value_type;
  using base::base;
  using base::operator=;

  SCYTHE_ATOMIC_FETCH(fetch_min, ValueT, value)
  SCYTHE_ATOMIC_FETCH(fetch_max, ValueT, value)
};

template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class atomic_ref_integer : public atomic_ref_number<ValueT, DefaultOrder, DefaultScope, Space> {
  using base = atomic_ref_number<ValueT, DefaultOrder, DefaultScope, Space>;

public:
  using typename base::value_type;
  using base::base;
  using base::operator=;

  SCYTHE_ATOMIC_FETCH(fetch_and, ValueT, value)
  SCYTHE_ATOMIC_FETCH(fetch_or, ValueT, value)
  SCYTHE_ATOMIC_FETCH(fetch_xor, ValueT, value)
  SCYTHE_ATOMIC_ASSIGN(&, fetch_and, ValueT)
  SCYTHE_ATOMIC_ASSIGN(|, fetch_or, ValueT)
  SCYTHE_ATOMIC_ASSIGN(^, fetch_xor, ValueT)
  SCYTHE_ATOMIC_STEPS
};

// clang's builtins count bytes.
template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
class atomic_ref_pointer : public atomic_ref_base<ValueT, DefaultOrder, DefaultScope, Space> {
  using base = atomic_ref_base<ValueT, DefaultOrder, DefaultScope, Space>;
  static constexpr std::ptrdiff_t element_size = sizeof(std::remove_pointer_t<ValueT>);

public:
  using value_type = ValueT;
  using difference_type = std::ptrdiff_t;
  using base::base;
  using base::operator=;

  SCYTHE_ATOMIC_FETCH(fetch_add, difference_type, value * element_size)
  SCYTHE_ATOMIC_FETCH(fetch_sub, difference_type, value * element_size)
  SCYTHE_ATOMIC_ASSIGN(+, fetch_add, difference_type)
  SCYTHE_ATOMIC_ASSIGN(-, fetch_sub, difference_type)
  SCYTHE_ATOMIC_STEPS
};

#undef SCYTHE_ATOMIC_FETCH
#undef SCYTHE_ATOMIC_ASSIGN
#undef SCYTHE_ATOMIC_STEPS

template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space>
using atomic_ref_members = std::conditional_t<
    std::is_pointer_v<ValueT>, atomic_ref_pointer<ValueT, DefaultOrder, DefaultScope, Space>,
    std::conditional_t<is_atomic_floating_v<ValueT>,
                       atomic_ref_number<ValueT, DefaultOrder, DefaultScope, Space>,
                       std::conditional_t<is_atomic_pair_v<ValueT>,
                                          atomic_ref_sum<ValueT, DefaultOrder, DefaultScope, Space>,
                                          atomic_ref_integer<ValueT, DefaultOrder, DefaultScope, Space>>>>;

} // namespace detail

// The address space that the program promises for the object.
template <typename ValueT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space AddressSpace = access::address_space::generic_space>
class atomic_ref
    : public detail::atomic_ref_members<ValueT, DefaultOrder, DefaultScope, AddressSpace> {
  static_assert(detail::is_atomic_integer_v<ValueT> || detail::is_atomic_floating_v<ValueT> ||
                    detail::is_atomic_pair_v<ValueT> ||
                    (std::is_pointer_v<ValueT> && std::is_object_v<std::remove_pointer_t<ValueT>>),
                "atomic_ref<T>: T must be int, long, long long, one of their unsigned "
                "counterparts, float, double, half, bfloat16, a vec of two of these or a pointer to an "
                "object, without const or volatile");
  static_assert(AddressSpace == access::address_space::generic_space ||
                    AddressSpace == access::address_space::global_space ||
                    AddressSpace == access::address_space::ext_intel_global_device_space ||
                    AddressSpace == access::address_space::local_space,
                "the address space of an atomic_ref must be generic, global or local");
  using base = detail::atomic_ref_members<ValueT, DefaultOrder, DefaultScope, AddressSpace>;

public:
  using base::base;
  using base::operator=;
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
};

} // namespace sycl

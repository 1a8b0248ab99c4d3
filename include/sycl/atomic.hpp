// SYCL 2020 §4.15.4: the atomic types of SYCL 1.2.1, deprecated.
#pragma once

#include <sycl/detail/atomic_operations.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT>
using if_atomic_integer = std::enable_if_t<std::is_integral_v<ValueT>, int>;

} // namespace detail

// All operations are relaxed: the order is an argument only because SYCL 1.2.1 has it, and may only
// be relaxed.
template <typename ValueT,
          access::address_space AddressSpace = access::address_space::global_space>
class atomic {
  static_assert(std::is_same_v<ValueT, float> ||
                    (std::is_integral_v<ValueT> && sizeof(ValueT) >= 4),
                "sycl::atomic<T>: T must be int, long, long long, one of their unsigned "
                "counterparts or float");
  using operations = detail::atomic_operations<ValueT, AddressSpace>;

public:
  template <typename PointerT, access::decorated IsDecorated>
  atomic(multi_ptr<PointerT, AddressSpace, IsDecorated> ptr) noexcept
      : object_(detail::space_cast<ValueT, AddressSpace>(ptr.get())) {
    static_assert(std::is_same_v<ValueT, std::remove_cv_t<PointerT>>,
                  "sycl::atomic and the pointer it is made of have the same type of element");
  }

  void store(ValueT operand, memory_order = memory_order::relaxed) {
    operations::store(object_, operand, memory_order::relaxed, memory_scope::device);
  }
  ValueT load(memory_order = memory_order::relaxed) const {
    return operations::load(object_, memory_order::relaxed, memory_scope::device);
  }
  ValueT exchange(ValueT operand, memory_order = memory_order::relaxed) {
    return operations::exchange(object_, operand, memory_order::relaxed, memory_scope::device);
  }
  template <typename OtherT = ValueT, detail::if_atomic_integer<OtherT> = 0>
  bool compare_exchange_strong(ValueT &expected, ValueT desired,
                               memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return operations::compare_exchange(object_, expected, desired, memory_order::relaxed,
                                        memory_order::relaxed, memory_scope::device);
  }

#define SCYTHE_ATOMIC_FETCH(name)                                                                  \
  template <typename OtherT = ValueT, detail::if_atomic_integer<OtherT> = 0>                       \
  ValueT name(ValueT operand, memory_order = memory_order::relaxed) {                              \
    return operations::name(object_, operand, memory_order::relaxed, memory_scope::device);        \
  }
  SCYTHE_FOR_ATOMIC_FETCHES(SCYTHE_ATOMIC_FETCH)
#undef SCYTHE_ATOMIC_FETCH

private:
  detail::decorated_t<ValueT, AddressSpace> *object_;
};

template <typename ValueT, access::address_space AddressSpace>
void atomic_store(atomic<ValueT, AddressSpace> object, ValueT operand,
                  memory_order memoryOrder = memory_order::relaxed) {
  object.store(operand, memoryOrder);
}
template <typename ValueT, access::address_space AddressSpace>
ValueT atomic_load(atomic<ValueT, AddressSpace> object,
                   memory_order memoryOrder = memory_order::relaxed) {
  return object.load(memoryOrder);
}
template <typename ValueT, access::address_space AddressSpace>
bool atomic_compare_exchange_strong(atomic<ValueT, AddressSpace> object, ValueT &expected,
                                    ValueT desired,
                                    memory_order successMemoryOrder = memory_order::relaxed,
                                    memory_order failMemoryOrder = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, successMemoryOrder, failMemoryOrder);
}

#define SCYTHE_ATOMIC_FUNCTION(name)                                                               \
  template <typename ValueT, access::address_space AddressSpace>                                   \
  ValueT atomic_##name(atomic<ValueT, AddressSpace> object, ValueT operand,                        \
                       memory_order memoryOrder = memory_order::relaxed) {                         \
    return object.name(operand, memoryOrder);                                                      \
  }
SCYTHE_ATOMIC_FUNCTION(exchange)
SCYTHE_FOR_ATOMIC_FETCHES(SCYTHE_ATOMIC_FUNCTION)
#undef SCYTHE_ATOMIC_FUNCTION

} // namespace sycl

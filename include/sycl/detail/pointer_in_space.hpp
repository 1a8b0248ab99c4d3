// The common part of all kinds of multi_ptr: the pointer, and the operators that compare and move
// it. `Derived` is the multi_ptr, so that the operators are its hidden friends.
#pragma once

#include <sycl/detail/address_space.hpp>
#include <sycl/detail/macros.hpp>

#include <cstddef>

namespace sycl::inline _V1::detail {

// Two pointers, or a pointer and null, ordered by address.
#define SCYTHE_COMPARE(op)                                                                         \
  SCYTHE_ALWAYS_INLINE friend bool operator op(const Derived &lhs, const Derived &rhs) noexcept {  \
    return lhs.get_decorated() op rhs.get_decorated();                                             \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE friend bool operator op(const Derived &lhs, std::nullptr_t) noexcept {      \
    return lhs.get_decorated() op decorated_pointer(nullptr);                                      \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE friend bool operator op(std::nullptr_t, const Derived &rhs) noexcept {      \
    return decorated_pointer(nullptr) op rhs.get_decorated();                                      \
  }

template <typename Derived, typename ValueT, access::address_space Space> class pointer_in_space {
protected:
  using decorated_pointer = decorated_t<ValueT, Space> *;

public:
  SCYTHE_ALWAYS_INLINE decorated_pointer get_decorated() const noexcept { return pointer_; }
  SCYTHE_ALWAYS_INLINE std::add_pointer_t<ValueT> get_raw() const noexcept { return pointer_; }

  SCYTHE_COMPARE(==)
  SCYTHE_COMPARE(!=)
  SCYTHE_COMPARE(<)
  SCYTHE_COMPARE(>)
  SCYTHE_COMPARE(<=)
  SCYTHE_COMPARE(>=)

protected:
  pointer_in_space() noexcept = default;
  SCYTHE_ALWAYS_INLINE explicit pointer_in_space(decorated_pointer pointer) noexcept
      : pointer_(pointer) {}

  decorated_pointer pointer_ = nullptr;
};

#undef SCYTHE_COMPARE

// Pointers to objects, which count as array elements as in C++.
template <typename Derived, typename ValueT, access::address_space Space>
class element_pointer : public pointer_in_space<Derived, ValueT, Space> {
  using base = pointer_in_space<Derived, ValueT, Space>;

public:
  // Prefetches these elements.
  template <access::address_space AnySpace = Space,
            std::enable_if_t<AnySpace == access::address_space::global_space, int> = 0>
  void prefetch([[maybe_unused]] std::size_t numElements) const noexcept {
    // Other targets ignore it. Beyond a page, the processor has recognised the access pattern
    // itself.
#if defined(__x86_64__)
    constexpr std::size_t line = 64, page = 4096;
    const std::size_t bytes =
        numElements > page / sizeof(ValueT) ? page : numElements * sizeof(ValueT);
    const char *first = reinterpret_cast<const char *>(
        const_cast<const std::remove_cv_t<ValueT> *>(this->get_raw()));
    for (std::size_t offset = 0; offset < bytes; offset += line)
      __builtin_prefetch(first + offset);
#endif
  }

  SCYTHE_ALWAYS_INLINE friend Derived &operator++(Derived &multiPtr) noexcept {
    return multiPtr += 1;
  }
  SCYTHE_ALWAYS_INLINE friend Derived operator++(Derived &multiPtr, int) noexcept {
    const Derived old = multiPtr;
    multiPtr += 1;
    return old;
  }
  SCYTHE_ALWAYS_INLINE friend Derived &operator--(Derived &multiPtr) noexcept {
    return multiPtr -= 1;
  }
  SCYTHE_ALWAYS_INLINE friend Derived operator--(Derived &multiPtr, int) noexcept {
    const Derived old = multiPtr;
    multiPtr -= 1;
    return old;
  }
  SCYTHE_ALWAYS_INLINE friend Derived &operator+=(Derived &lhs, std::ptrdiff_t distance) noexcept {
    static_cast<element_pointer &>(lhs).pointer_ += distance;
    return lhs;
  }
  SCYTHE_ALWAYS_INLINE friend Derived &operator-=(Derived &lhs, std::ptrdiff_t distance) noexcept {
    static_cast<element_pointer &>(lhs).pointer_ -= distance;
    return lhs;
  }
  SCYTHE_ALWAYS_INLINE friend Derived operator+(const Derived &lhs,
                                                std::ptrdiff_t distance) noexcept {
    Derived result = lhs;
    return result += distance;
  }
  SCYTHE_ALWAYS_INLINE friend Derived operator-(const Derived &lhs,
                                                std::ptrdiff_t distance) noexcept {
    Derived result = lhs;
    return result -= distance;
  }

protected:
  using base::base;
};

// `void *` supports neither access nor arithmetic.
template <typename Derived, typename ValueT, access::address_space Space>
using pointer_members =
    std::conditional_t<std::is_void_v<ValueT>, pointer_in_space<Derived, ValueT, Space>,
                       element_pointer<Derived, ValueT, Space>>;

} // namespace sycl::detail

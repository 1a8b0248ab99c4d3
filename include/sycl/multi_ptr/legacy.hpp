// The multi_ptr of SYCL 1.2.1, deprecated in SYCL 2020: it converts from and to undecorated
// pointers implicitly, whatever memory they refer to.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/pointer_in_space.hpp>
#include <sycl/detail/space_conversions.hpp>

#include <cstddef>

namespace sycl::inline _V1 {

namespace detail {

// The members of pointers to objects only.
template <typename Derived, typename ValueT, access::address_space Space>
class legacy_element_operators {
public:
  using reference_t = decorated_t<ValueT, Space> &;
  using const_reference_t = decorated_t<const ValueT, Space> &;

  SCYTHE_ALWAYS_INLINE friend ValueT &operator*(const Derived &multiPtr) noexcept {
    return *multiPtr.get_raw();
  }
  SCYTHE_ALWAYS_INLINE ValueT *operator->() const noexcept {
    return static_cast<const Derived &>(*this).get_raw();
  }
};
template <typename Derived, access::address_space Space>
class legacy_element_operators<Derived, void, Space> {};
template <typename Derived, access::address_space Space>
class legacy_element_operators<Derived, const void, Space> {};

} // namespace detail

template <typename ElementType, access::address_space Space>
class multi_ptr<ElementType, Space, access::decorated::legacy>
    : public detail::pointer_members<multi_ptr<ElementType, Space, access::decorated::legacy>,
                                     ElementType, Space>,
      public detail::legacy_element_operators<
          multi_ptr<ElementType, Space, access::decorated::legacy>, ElementType, Space> {
  using base = detail::pointer_members<multi_ptr, ElementType, Space>;

  template <access::address_space Wanted, typename Accessor>
  using if_accessor =
      std::enable_if_t<detail::is_space_or_generic(Space, Wanted) &&
                           detail::accessor_fits_v<ElementType, typename Accessor::value_type>,
                       int>;

public:
  using value_type = ElementType;
  using element_type = ElementType;
  using difference_type = std::ptrdiff_t;
  using pointer_t = detail::decorated_t<ElementType, Space> *;
  using const_pointer_t = detail::decorated_t<const ElementType, Space> *;
  static constexpr access::address_space address_space = Space;

private:
  // On the host, decorated and undecorated pointers are one type, hence there is one constructor
  // for both.
  template <typename PointerT>
  using if_pointer =
      std::enable_if_t<std::is_pointer_v<PointerT> &&
                           (std::is_convertible_v<PointerT, pointer_t> ||
                            (detail::decoration<std::remove_pointer_t<PointerT>>::kind ==
                                 detail::decoration_kind::none &&
                             std::is_convertible_v<PointerT, ElementType *>)),
                       int>;

public:
  multi_ptr() noexcept = default;
  SCYTHE_ALWAYS_INLINE multi_ptr(std::nullptr_t) noexcept {}
  template <typename PointerT, if_pointer<PointerT> = 0,
            detail::decoration_kind = detail::decoration<std::remove_pointer_t<PointerT>>::kind>
  SCYTHE_ALWAYS_INLINE multi_ptr(PointerT pointer) noexcept
      : base(detail::space_cast<ElementType, Space>(pointer)) {}

  template <typename AccDataT, int Dimensions, access_mode Mode,
            access::placeholder IsPlaceholder, typename PropertyListT,
            if_accessor<access::address_space::global_space,
                        accessor<AccDataT, Dimensions, Mode, target::device, IsPlaceholder, PropertyListT>> = 0>
  SCYTHE_ALWAYS_INLINE
  multi_ptr(accessor<AccDataT, Dimensions, Mode, target::device, IsPlaceholder, PropertyListT> acc) noexcept
      : multi_ptr(acc.get_pointer().get_decorated()) {}
  template <typename AccDataT, int Dimensions,
            if_accessor<access::address_space::local_space,
                        local_accessor<AccDataT, Dimensions>> = 0>
  SCYTHE_ALWAYS_INLINE multi_ptr(local_accessor<AccDataT, Dimensions> acc) noexcept
      : multi_ptr(acc.get_pointer().get_decorated()) {}
  template <typename AccDataT, int Dimensions, access_mode Mode,
            access::placeholder IsPlaceholder, typename PropertyListT,
            std::enable_if_t<Space == access::address_space::constant_space &&
                                 detail::accessor_fits_v<ElementType, AccDataT>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE
  multi_ptr(accessor<AccDataT, Dimensions, Mode, target::constant_buffer, IsPlaceholder, PropertyListT>
                acc) noexcept
      : multi_ptr(acc.get_pointer().get_decorated()) {}

  SCYTHE_ALWAYS_INLINE multi_ptr &operator=(std::nullptr_t) noexcept {
    this->pointer_ = nullptr;
    return *this;
  }
  template <typename PointerT, if_pointer<PointerT> = 0,
            detail::decoration_kind = detail::decoration<std::remove_pointer_t<PointerT>>::kind>
  SCYTHE_ALWAYS_INLINE multi_ptr &operator=(PointerT pointer) noexcept {
    this->pointer_ = detail::space_cast<ElementType, Space>(pointer);
    return *this;
  }

  SCYTHE_ALWAYS_INLINE pointer_t get() const noexcept { return this->pointer_; }
  SCYTHE_ALWAYS_INLINE operator ElementType *() const noexcept { return this->get_raw(); }

  // It converts to pointers and they to it, so comparisons of the two need overloads.
#define SCYTHE_LEGACY_COMPARISON(op)                                                               \
  template <typename PointerT, if_pointer<PointerT> = 0>                                           \
  SCYTHE_ALWAYS_INLINE friend bool operator op(const multi_ptr &lhs, PointerT rhs) noexcept {      \
    return lhs op multi_ptr(rhs);                                                                  \
  }                                                                                                \
  template <typename PointerT, if_pointer<PointerT> = 0>                                           \
  SCYTHE_ALWAYS_INLINE friend bool operator op(PointerT lhs, const multi_ptr &rhs) noexcept {      \
    return multi_ptr(lhs) op rhs;                                                                  \
  }
  SCYTHE_LEGACY_COMPARISON(==)
  SCYTHE_LEGACY_COMPARISON(!=)
  SCYTHE_LEGACY_COMPARISON(<)
  SCYTHE_LEGACY_COMPARISON(>)
  SCYTHE_LEGACY_COMPARISON(<=)
  SCYTHE_LEGACY_COMPARISON(>=)
#undef SCYTHE_LEGACY_COMPARISON

  // Conversions between such classes are those of `detail::converts_*`. To the classes of SYCL 2020
  // only by a cast: they convert to this one, and comparisons would be ambiguous otherwise.
  template <typename ToT, access::address_space ToSpace,
            std::enable_if_t<!(std::is_same_v<ToT, ElementType> && ToSpace == Space) &&
                                 detail::converts_implicitly_v<ElementType, Space, ToT, ToSpace>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE
  operator multi_ptr<ToT, ToSpace, access::decorated::legacy>() const noexcept {
    return detail::space_cast<ToT, ToSpace>(this->pointer_);
  }
  template <typename ToT, access::address_space ToSpace,
            std::enable_if_t<detail::converts_explicitly_v<ElementType, Space, ToT, ToSpace>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE explicit
  operator multi_ptr<ToT, ToSpace, access::decorated::legacy>() const noexcept {
    return detail::space_cast<ToT, ToSpace>(this->pointer_);
  }
  template <typename ToT, access::address_space ToSpace, access::decorated IsDecorated,
            std::enable_if_t<IsDecorated != access::decorated::legacy &&
                                 (detail::converts_implicitly_v<ElementType, Space, ToT, ToSpace> ||
                                  detail::converts_explicitly_v<ElementType, Space, ToT, ToSpace>),
                             int> = 0>
  SCYTHE_ALWAYS_INLINE explicit operator multi_ptr<ToT, ToSpace, IsDecorated>() const noexcept {
    return multi_ptr<ToT, ToSpace, IsDecorated>(detail::space_cast<ToT, ToSpace>(this->pointer_));
  }
};

} // namespace sycl

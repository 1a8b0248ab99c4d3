// SYCL 2020 §4.7.7.1: the multi_ptr class template.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/pointer_in_space.hpp>
#include <sycl/detail/space_conversions.hpp>

#include <cstddef>
#include <iterator>

namespace sycl::inline _V1 {

namespace detail {

// The members of pointers to objects only.
template <typename Derived, typename ValueT, typename Pointer, typename Element>
class element_operators {
public:
  using reference = Element &;
  using iterator_category = std::random_access_iterator_tag;

  SCYTHE_ALWAYS_INLINE reference operator[](std::ptrdiff_t idx) const noexcept {
    return get()[idx];
  }
  SCYTHE_ALWAYS_INLINE reference operator*() const noexcept { return *get(); }
  SCYTHE_ALWAYS_INLINE Pointer operator->() const noexcept { return get(); }

private:
  SCYTHE_ALWAYS_INLINE Pointer get() const noexcept {
    return static_cast<const Derived &>(*this).get();
  }
};
template <typename Derived, typename Pointer, typename Element>
class element_operators<Derived, void, Pointer, Element> {};
template <typename Derived, typename Pointer, typename Element>
class element_operators<Derived, const void, Pointer, Element> {};

template <typename ValueT, access::address_space Space, access::decorated DecorateAddress>
using exposed_t = std::conditional_t<DecorateAddress == access::decorated::yes,
                                     decorated_t<ValueT, Space>, ValueT>;

} // namespace detail

// Also for `void` and `const void`, with fewer members. It contains a plain pointer, so that
// kernels receive it as bytes.
template <typename ElementType, access::address_space Space, access::decorated DecorateAddress>
class multi_ptr
    : public detail::pointer_members<multi_ptr<ElementType, Space, DecorateAddress>, ElementType,
                                     Space>,
      public detail::element_operators<
          multi_ptr<ElementType, Space, DecorateAddress>, ElementType,
          detail::exposed_t<ElementType, Space, DecorateAddress> *,
          detail::exposed_t<ElementType, Space, DecorateAddress>> {
  using base = detail::pointer_members<multi_ptr, ElementType, Space>;
  using typename base::decorated_pointer;

  template <access::address_space Wanted, typename Accessor>
  using if_accessor =
      std::enable_if_t<detail::is_space_or_generic(Space, Wanted) &&
                           detail::accessor_fits_v<ElementType, typename Accessor::value_type>,
                       int>;

public:
  static constexpr bool is_decorated = DecorateAddress == access::decorated::yes;
  static constexpr access::address_space address_space = Space;

  using value_type = ElementType;
  using pointer = detail::exposed_t<ElementType, Space, DecorateAddress> *;
  using difference_type = std::ptrdiff_t;

  multi_ptr() noexcept = default;
  SCYTHE_ALWAYS_INLINE multi_ptr(std::nullptr_t) noexcept {}
  // From a decorated pointer, or from one that converts implicitly. It accepts only pointers, so
  // that it never competes with the conversions between multi_ptr classes.
  template <typename PointerT,
            detail::decoration_kind = detail::decoration<std::remove_pointer_t<PointerT>>::kind,
            std::enable_if_t<std::is_pointer_v<PointerT> &&
                                 std::is_convertible_v<PointerT, decorated_pointer>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE explicit multi_ptr(PointerT ptr) noexcept : base(ptr) {}

  template <typename AccDataT, int Dimensions, access_mode Mode,
            access::placeholder IsPlaceholder, typename PropertyListT,
            if_accessor<access::address_space::global_space,
                        accessor<AccDataT, Dimensions, Mode, target::device, IsPlaceholder, PropertyListT>> = 0>
  SCYTHE_ALWAYS_INLINE
  multi_ptr(accessor<AccDataT, Dimensions, Mode, target::device, IsPlaceholder, PropertyListT> acc) noexcept
      : multi_ptr(acc.template get_multi_ptr<access::decorated::yes>().get_decorated()) {}
  // Also takes the deprecated accessor<..., target::local>, which is one.
  template <typename AccDataT, int Dimensions,
            if_accessor<access::address_space::local_space,
                        local_accessor<AccDataT, Dimensions>> = 0>
  SCYTHE_ALWAYS_INLINE multi_ptr(local_accessor<AccDataT, Dimensions> acc) noexcept
      : multi_ptr(acc.template get_multi_ptr<access::decorated::yes>().get_decorated()) {}
  // Deprecated in SYCL 2020.
  template <typename AccDataT, int Dimensions, access::placeholder IsPlaceholder,
            typename PropertyListT,
            std::enable_if_t<Space == access::address_space::constant_space &&
                                 detail::accessor_fits_v<ElementType, AccDataT>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE multi_ptr(accessor<AccDataT, Dimensions, access_mode::read,
                                          target::constant_buffer, IsPlaceholder, PropertyListT>
                                     acc) noexcept
      : multi_ptr(acc.get_pointer().get_decorated()) {}

  SCYTHE_ALWAYS_INLINE multi_ptr &operator=(std::nullptr_t) noexcept {
    this->pointer_ = nullptr;
    return *this;
  }

  SCYTHE_ALWAYS_INLINE pointer get() const noexcept { return this->pointer_; }
  // Deprecated in SYCL 2020.
  SCYTHE_ALWAYS_INLINE operator pointer() const noexcept { return get(); }

  // To all classes that `detail::converts_*` allow, decorated, undecorated or of SYCL 1.2.1.
  template <typename ToT, access::address_space ToSpace, access::decorated IsDecorated,
            std::enable_if_t<detail::converts_implicitly_v<ElementType, Space, ToT, ToSpace>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE operator multi_ptr<ToT, ToSpace, IsDecorated>() const noexcept {
    return converted<multi_ptr<ToT, ToSpace, IsDecorated>>();
  }
  template <typename ToT, access::address_space ToSpace, access::decorated IsDecorated,
            std::enable_if_t<detail::converts_explicitly_v<ElementType, Space, ToT, ToSpace>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE explicit operator multi_ptr<ToT, ToSpace, IsDecorated>() const noexcept {
    return converted<multi_ptr<ToT, ToSpace, IsDecorated>>();
  }

private:
  template <typename ToT> SCYTHE_ALWAYS_INLINE ToT converted() const noexcept {
    return ToT(detail::space_cast<typename ToT::value_type, ToT::address_space>(this->pointer_));
  }
};

template <typename ValueT, int Dimensions, access::placeholder IsPlaceholder,
          typename PropertyListT>
multi_ptr(
    accessor<ValueT, Dimensions, access_mode::read, target::device, IsPlaceholder, PropertyListT>)
    -> multi_ptr<const ValueT, access::address_space::global_space, access::decorated::no>;
template <typename ValueT, int Dimensions, access::placeholder IsPlaceholder,
          typename PropertyListT>
multi_ptr(
    accessor<ValueT, Dimensions, access_mode::write, target::device, IsPlaceholder, PropertyListT>)
    -> multi_ptr<ValueT, access::address_space::global_space, access::decorated::no>;
template <typename ValueT, int Dimensions, access::placeholder IsPlaceholder,
          typename PropertyListT>
multi_ptr(accessor<ValueT, Dimensions, access_mode::read_write, target::device, IsPlaceholder,
                   PropertyListT>)
    -> multi_ptr<ValueT, access::address_space::global_space, access::decorated::no>;
template <typename ValueT, int Dimensions, access::placeholder IsPlaceholder,
          typename PropertyListT>
multi_ptr(accessor<ValueT, Dimensions, access_mode::read, target::constant_buffer, IsPlaceholder,
                   PropertyListT>)
    -> multi_ptr<const ValueT, access::address_space::constant_space, access::decorated::no>;
template <typename ValueT, int Dimensions>
multi_ptr(local_accessor<ValueT, Dimensions>)
    -> multi_ptr<ValueT, access::address_space::local_space, access::decorated::no>;

} // namespace sycl

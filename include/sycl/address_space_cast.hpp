// Casts from undecorated pointers to a multi_ptr: SYCL 2020 §4.7.7.1 and the
// extensions sycl_khr_static_addrspace_cast, sycl_khr_dynamic_addrspace_cast.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/multi_ptr/aliases.hpp>
#include <sycl/multi_ptr/legacy.hpp>
#include <sycl/multi_ptr/multi_ptr.hpp>

namespace sycl::inline _V1 {

namespace detail {

// Constant memory of SYCL 1.2.1 and the parts that sycl_ext_intel_usm_address_spaces has
// are global memory.
constexpr access::address_space whole_space(access::address_space space) noexcept {
  return space == access::address_space::constant_space || is_part_of_global(space)
             ? access::address_space::global_space
             : space;
}

// Casts as the program says, without checking the pointer.
template <access::address_space Space, access::decorated DecorateAddress, typename ValueT,
          decoration_kind = decoration<ValueT>::kind>
SCYTHE_ALWAYS_INLINE inline multi_ptr<undecorated_t<ValueT>, Space, DecorateAddress>
assume_space(ValueT *pointer) noexcept {
  constexpr access::address_space from = decoration<ValueT>::space;
  constexpr access::address_space dest = whole_space(Space);
  constexpr bool may_lead_there = from == dest || from == access::address_space::generic_space ||
                                  dest == access::address_space::generic_space;
  static_assert(may_lead_there,
                "the type of this pointer names another address space");
  if constexpr (may_lead_there)
    return multi_ptr<undecorated_t<ValueT>, Space, DecorateAddress>(
        space_cast<undecorated_t<ValueT>, Space>(pointer));
  else
    return nullptr;
}

// Null if the pointer refers to other memory.
template <access::address_space Space, access::decorated DecorateAddress, typename ValueT,
          decoration_kind = decoration<ValueT>::kind>
SCYTHE_ALWAYS_INLINE inline multi_ptr<undecorated_t<ValueT>, Space, DecorateAddress>
find_space(ValueT *pointer) noexcept {
  if constexpr (decoration<ValueT>::space == access::address_space::generic_space &&
                Space != access::address_space::generic_space)
    if (!leads_to<whole_space(Space)>(const_cast<const std::remove_cv_t<ValueT> *>(pointer)))
      return nullptr;
  return assume_space<Space, DecorateAddress>(pointer);
}

} // namespace detail

template <access::address_space Space, access::decorated DecorateAddress, typename ElementType,
          detail::decoration_kind = detail::decoration<ElementType>::kind>
SCYTHE_ALWAYS_INLINE inline multi_ptr<detail::undecorated_t<ElementType>, Space, DecorateAddress>
address_space_cast(ElementType *pointer) noexcept {
  return detail::find_space<Space, DecorateAddress>(pointer);
}

// Deprecated in SYCL 2020: address_space_cast.
template <typename ElementType, access::address_space Space, access::decorated DecorateAddress>
SCYTHE_ALWAYS_INLINE inline multi_ptr<ElementType, Space, DecorateAddress>
make_ptr(ElementType *pointer) noexcept {
  return detail::find_space<Space, DecorateAddress>(pointer);
}

namespace khr {

// The program guarantees the address space.
template <access::address_space Space, typename ElementType,
          detail::decoration_kind = detail::decoration<ElementType>::kind>
SCYTHE_ALWAYS_INLINE inline multi_ptr<detail::undecorated_t<ElementType>, Space,
                                      access::decorated::no>
static_addrspace_cast(ElementType *ptr) noexcept {
  return detail::assume_space<Space, access::decorated::no>(ptr);
}
template <access::address_space Space, typename ElementType, access::decorated DecorateAddress>
SCYTHE_ALWAYS_INLINE inline multi_ptr<ElementType, Space, DecorateAddress>
static_addrspace_cast(multi_ptr<ElementType, addrspace_generic, DecorateAddress> ptr) noexcept {
  return detail::assume_space<Space, DecorateAddress>(ptr.get_raw());
}

// Null if the pointer refers to other memory.
template <access::address_space Space, typename ElementType,
          detail::decoration_kind = detail::decoration<ElementType>::kind>
SCYTHE_ALWAYS_INLINE inline multi_ptr<detail::undecorated_t<ElementType>, Space,
                                      access::decorated::no>
dynamic_addrspace_cast(ElementType *ptr) noexcept {
  return detail::find_space<Space, access::decorated::no>(ptr);
}
template <access::address_space Space, typename ElementType, access::decorated DecorateAddress>
SCYTHE_ALWAYS_INLINE inline multi_ptr<ElementType, Space, DecorateAddress>
dynamic_addrspace_cast(multi_ptr<ElementType, addrspace_generic, DecorateAddress> ptr) noexcept {
  return detail::find_space<Space, DecorateAddress>(ptr.get_raw());
}

} // namespace khr

// The casts' names before they became Khronos extensions.
namespace ext::oneapi::experimental {

template <access::address_space Space, typename Pointer,
          detail::decoration_kind = detail::decoration<std::remove_pointer_t<Pointer>>::kind>
SCYTHE_ALWAYS_INLINE inline auto static_address_cast(Pointer ptr) noexcept
    -> decltype(khr::static_addrspace_cast<Space>(ptr)) {
  return khr::static_addrspace_cast<Space>(ptr);
}
template <access::address_space Space, typename Pointer,
          detail::decoration_kind = detail::decoration<std::remove_pointer_t<Pointer>>::kind>
SCYTHE_ALWAYS_INLINE inline auto dynamic_address_cast(Pointer ptr) noexcept
    -> decltype(khr::dynamic_addrspace_cast<Space>(ptr)) {
  return khr::dynamic_addrspace_cast<Space>(ptr);
}

} // namespace ext::oneapi::experimental

} // namespace sycl

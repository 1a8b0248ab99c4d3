// The table of conversions between multi_ptr classes (SYCL 2020 §4.7.7.1).
#pragma once

#include <sycl/detail/address_space.hpp>

namespace sycl::inline _V1::detail {

// The elements are the same, or become const.
template <typename From, typename ToT>
inline constexpr bool same_elements_v =
    std::is_same_v<From, ToT> || std::is_same_v<const From, ToT>;

template <typename From, typename ToT>
inline constexpr bool forgets_elements_v =
    std::is_void_v<ToT> && !std::is_void_v<From> && std::is_convertible_v<From *, ToT *>;

template <typename From, typename ToT>
inline constexpr bool recalls_elements_v = std::is_void_v<From> && !std::is_void_v<ToT> &&
                                           (std::is_const_v<ToT> || !std::is_const_v<From>);

constexpr bool is_part_of_global(access::address_space space) noexcept {
  return space == access::address_space::ext_intel_global_device_space ||
         space == access::address_space::ext_intel_global_host_space;
}

// Generic memory contains all memory but constant memory of SYCL 1.2.1.
constexpr bool is_part_of_generic(access::address_space space) noexcept {
  return space == access::address_space::global_space || is_part_of_global(space) ||
         space == access::address_space::local_space ||
         space == access::address_space::private_space;
}

template <typename From, access::address_space FromSpace, typename ToT,
          access::address_space ToSpace>
inline constexpr bool converts_implicitly_v =
    FromSpace == ToSpace
        ? same_elements_v<From, ToT> || forgets_elements_v<From, ToT>
        : ToSpace == access::address_space::generic_space && is_part_of_generic(FromSpace) &&
              same_elements_v<From, ToT>;

// Conversions that need a cast, because the program knows more than the type.
template <typename From, access::address_space FromSpace, typename ToT,
          access::address_space ToSpace>
inline constexpr bool converts_explicitly_v =
    FromSpace == ToSpace
        ? recalls_elements_v<From, ToT>
        : ((FromSpace == access::address_space::generic_space && is_part_of_generic(ToSpace)) ||
           (FromSpace == access::address_space::global_space && is_part_of_global(ToSpace)) ||
           (is_part_of_global(FromSpace) && ToSpace == access::address_space::global_space)) &&
              same_elements_v<From, ToT>;

// Whether an accessor to `Value` gives access to an array of `Element`.
template <typename Element, typename Value>
inline constexpr bool accessor_fits_v =
    (std::is_const_v<Element> || !std::is_const_v<Value>) &&
    (std::is_void_v<Element> ||
     std::is_same_v<std::remove_const_t<Element>, std::remove_const_t<Value>>);

// The space of a multi_ptr from an accessor; buffers are in device memory.
constexpr bool is_space_or_generic(access::address_space space,
                                   access::address_space wanted) noexcept {
  return space == wanted || space == access::address_space::generic_space ||
         (space == access::address_space::ext_intel_global_device_space &&
          wanted == access::address_space::global_space);
}

} // namespace sycl::detail

// SYCL 2020 §4.7.7.2: names for the kinds of multi_ptr.
#pragma once

#include <sycl/detail/forward.hpp>

namespace sycl::inline _V1 {

template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using global_ptr = multi_ptr<ElementType, access::address_space::global_space, IsDecorated>;
template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using local_ptr = multi_ptr<ElementType, access::address_space::local_space, IsDecorated>;
// Deprecated in SYCL 2020.
template <typename ElementType>
using constant_ptr =
    multi_ptr<ElementType, access::address_space::constant_space, access::decorated::legacy>;
template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using private_ptr = multi_ptr<ElementType, access::address_space::private_space, IsDecorated>;
template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using generic_ptr = multi_ptr<ElementType, access::address_space::generic_space, IsDecorated>;

template <typename ElementType>
using raw_global_ptr = global_ptr<ElementType, access::decorated::no>;
template <typename ElementType>
using raw_local_ptr = local_ptr<ElementType, access::decorated::no>;
template <typename ElementType>
using raw_private_ptr = private_ptr<ElementType, access::decorated::no>;
template <typename ElementType>
using raw_generic_ptr = generic_ptr<ElementType, access::decorated::no>;

template <typename ElementType>
using decorated_global_ptr = global_ptr<ElementType, access::decorated::yes>;
template <typename ElementType>
using decorated_local_ptr = local_ptr<ElementType, access::decorated::yes>;
template <typename ElementType>
using decorated_private_ptr = private_ptr<ElementType, access::decorated::yes>;
template <typename ElementType>
using decorated_generic_ptr = generic_ptr<ElementType, access::decorated::yes>;

} // namespace sycl

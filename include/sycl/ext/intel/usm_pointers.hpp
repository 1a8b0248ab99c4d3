// The extension sycl_ext_intel_usm_address_spaces: pointers to memory of the device, or of the
// host. The compiler treats both as global memory, which contains them.
#pragma once

#include <sycl/multi_ptr.hpp>

namespace sycl::inline _V1::ext::intel {

template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using device_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_device_space, IsDecorated>;
template <typename ElementType, access::decorated IsDecorated = access::decorated::legacy>
using host_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_host_space, IsDecorated>;

template <typename ElementType>
using raw_device_ptr = device_ptr<ElementType, access::decorated::no>;
template <typename ElementType> using raw_host_ptr = host_ptr<ElementType, access::decorated::no>;
template <typename ElementType>
using decorated_device_ptr = device_ptr<ElementType, access::decorated::yes>;
template <typename ElementType>
using decorated_host_ptr = host_ptr<ElementType, access::decorated::yes>;

} // namespace sycl::ext::intel

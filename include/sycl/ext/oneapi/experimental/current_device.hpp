// The extension sycl_ext_oneapi_current_device: each thread has a device of its own
// choice; at first it is the default one.
#pragma once

#include <sycl/device_selector.hpp>

namespace sycl::inline _V1 {

namespace detail {

inline const scythe_device *&current_device() noexcept {
  static thread_local const scythe_device *current = nullptr;
  return current;
}

} // namespace detail

namespace ext::oneapi::experimental::this_thread {

inline device get_current_device() {
  const scythe_device *const current = detail::current_device();
  return current ? detail::device_access::make(current) : device();
}
inline void set_current_device(device newDevice) {
  detail::current_device() = detail::device_access::handle(newDevice);
}

} // namespace ext::oneapi::experimental::this_thread
} // namespace sycl

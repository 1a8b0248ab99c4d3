// SYCL 2020 §4.6.2.
#pragma once

#include <sycl/aspect.hpp>
#include <sycl/backend.hpp>
#include <sycl/detail/forward.hpp>
#include <sycl/info/device.hpp>
#include <sycl/info/platform.hpp>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace sycl::inline _V1 {

namespace detail {

// A device selector is any function object that scores devices (SYCL 2020 §4.6.1.1), constant or
// not. With a dependent device type, because device is completed later.
template <typename Selector, typename Device, typename = void>
struct is_device_selector : std::false_type {};
template <typename Selector, typename Device>
struct is_device_selector<
    Selector, Device,
    std::enable_if_t<std::is_convertible_v<
        std::invoke_result_t<Selector &, const Device &>, int>>> : std::true_type {};

template <typename Selector>
using if_device_selector = std::enable_if_t<is_device_selector<Selector, device>::value, int>;

} // namespace detail

namespace detail {
struct platform_access;
}

class platform {
public:
  platform(); // defined in device.hpp

  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit platform(const DeviceSelector &deviceSelector); // defined in device.hpp

  backend get_backend() const noexcept {
    std::uint32_t value = 0;
    std::size_t size = 0;
    scythe_platform_info(handle_, SCYTHE_PLATFORM_BACKEND, &value, sizeof value, &size);
    return static_cast<backend>(value);
  }

  // Defined in device.hpp.
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::platform_descriptor, Param>,
                  "platform::get_info takes a descriptor from sycl::info::platform");
    return Param::get(handle_);
  }

  bool has(aspect asp) const; // defined in device.hpp

  // The extensions sycl_ext_oneapi_default_context and sycl_khr_default_context;
  // defined in context.hpp.
  context ext_oneapi_get_default_context() const;
  context khr_get_default_context() const;

  // Deprecated in SYCL 2020.
  bool has_extension(const std::string &) const { return false; }

  static std::vector<platform> get_platforms() {
    std::vector<platform> platforms;
    for (std::size_t idx = 0, count = scythe_platform_count(); idx < count; ++idx)
      platforms.push_back(platform(scythe_platform_at(idx)));
    return platforms;
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<platform> &other) const noexcept;
  bool ext_oneapi_owner_before(const platform &other) const noexcept;

  friend bool operator==(const platform &lhs, const platform &rhs) noexcept {
    return lhs.handle_ == rhs.handle_;
  }
  friend bool operator!=(const platform &lhs, const platform &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend class device;
  friend class context;
  friend struct std::hash<platform>;
  friend struct detail::platform_access;

  explicit platform(const scythe_platform *handle) : handle_(handle) {}

  // Owned by the runtime and never freed.
  const scythe_platform *handle_;
};

namespace detail {

struct platform_access {
  static const scythe_platform *handle(const platform &platform) noexcept {
    return platform.handle_;
  }
  static platform make(const scythe_platform *handle) { return platform(handle); }
};

} // namespace detail

} // namespace sycl

template <> struct std::hash<sycl::platform> {
  std::size_t operator()(const sycl::platform &platform) const noexcept {
    return std::hash<const void *>()(platform.handle_);
  }
};

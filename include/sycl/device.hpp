// SYCL 2020 §4.6.4.
#pragma once

#include <sycl/info/device.hpp>
#include <sycl/platform.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct device_access;
}

namespace ext::oneapi {

enum class peer_access { access_supported, atomics_supported };

} // namespace ext::oneapi

class device {
public:
  // The device that default_selector_v selects; defined in device_selector.hpp.
  device();

  // Defined in device_selector.hpp.
  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit device(const DeviceSelector &deviceSelector);
  device(const device_selector &deviceSelector);

  backend get_backend() const noexcept {
    std::uint32_t value = 0;
    std::size_t size = 0;
    scythe_device_info(handle_, SCYTHE_DEVICE_BACKEND, &value, sizeof value, &size);
    return static_cast<backend>(value);
  }

  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }

  platform get_platform() const { return platform(scythe_device_platform(handle_)); }

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::device_descriptor, Param>,
                  "device::get_info takes a descriptor from sycl::info::device");
    if constexpr (std::is_same_v<Param, info::device::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, info::device::parent_device>)
      detail::throw_error(errc::invalid, "parent_device: the device is not a sub-device");
    else
      return Param::get(handle_);
  }

  bool has(aspect asp) const {
    return scythe_device_has(handle_, static_cast<std::uint32_t>(asp));
  }

  // Deprecated in SYCL 2020.
  bool has_extension(const std::string &extension) const {
    for (const std::string &known : get_info<info::device::extensions>())
      if (known == extension)
        return true;
    return false;
  }

  // The extension sycl_ext_oneapi_device_architecture; defined in
  // ext/oneapi/experimental/device_architecture.hpp.
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture arch) const;
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category category) const;

  // The extension sycl_ext_oneapi_peer_access, for CUDA devices that the driver connects.
  bool ext_oneapi_can_access_peer(
      const device &peer,
      ext::oneapi::peer_access value = ext::oneapi::peer_access::access_supported) const {
    return ask_peer(peer, value == ext::oneapi::peer_access::access_supported
                              ? SCYTHE_PEER_CAN_ACCESS
                              : SCYTHE_PEER_HAS_ATOMICS);
  }
  void ext_oneapi_enable_peer_access(const device &peer) const { ask_peer(peer, SCYTHE_PEER_ENABLE); }
  void ext_oneapi_disable_peer_access(const device &peer) const {
    ask_peer(peer, SCYTHE_PEER_DISABLE);
  }

  template <info::partition_property Prop>
  std::vector<device> create_sub_devices(std::size_t) const {
    static_assert(Prop == info::partition_property::partition_equally);
    no_sub_devices();
  }
  template <info::partition_property Prop>
  std::vector<device> create_sub_devices(const std::vector<std::size_t> &) const {
    static_assert(Prop == info::partition_property::partition_by_counts);
    no_sub_devices();
  }
  template <info::partition_property Prop>
  std::vector<device> create_sub_devices(info::partition_affinity_domain) const {
    static_assert(Prop == info::partition_property::partition_by_affinity_domain);
    no_sub_devices();
  }

  static std::vector<device> get_devices(info::device_type type = info::device_type::all) {
    std::vector<device> devices;
    for (std::size_t idx = 0, count = scythe_device_count(); idx < count; ++idx) {
      device candidate(scythe_device_at(idx));
      if (candidate.is_of(type))
        devices.push_back(candidate);
    }
    return devices;
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<device> &other) const noexcept;
  bool ext_oneapi_owner_before(const device &other) const noexcept;

  friend bool operator==(const device &lhs, const device &rhs) noexcept {
    return lhs.handle_ == rhs.handle_;
  }
  friend bool operator!=(const device &lhs, const device &rhs) noexcept { return !(lhs == rhs); }

private:
  friend class platform;
  friend struct detail::device_access;

  explicit device(const scythe_device *handle) : handle_(handle) {}

  bool is_of(info::device_type type) const {
    switch (type) {
    case info::device_type::all: return true;
    // The implementation's choice is the default device.
    case info::device_type::automatic: return *this == device();
    default: return get_info<info::device::device_type>() == type;
    }
  }

  bool ask_peer(const device &peer, std::uint32_t request) const {
    bool answer = false;
    detail::check(scythe_device_peer(handle_, peer.handle_, request, &answer));
    return answer;
  }

  [[noreturn]] static void no_sub_devices() {
    detail::throw_error(errc::feature_not_supported, "devices cannot be partitioned");
  }

  // Owned by the runtime and never freed.
  const scythe_device *handle_;
};

namespace detail {

// Other headers use the runtime's device through this.
struct device_access {
  static const scythe_device *handle(const device &device) noexcept { return device.handle_; }
  static device make(const scythe_device *handle) { return device(handle); }
};

} // namespace detail

inline platform::platform() : platform(device().get_platform()) {}

template <typename DeviceSelector, detail::if_device_selector<DeviceSelector>>
platform::platform(const DeviceSelector &deviceSelector)
    : platform(device(deviceSelector).get_platform()) {}

inline std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> devices;
  // Native devices come first, and do not need drivers.
  const bool native = get_backend() == backend::cpu;
  const std::size_t count = native ? scythe_native_device_count() : scythe_device_count();
  for (std::size_t idx = 0; idx < count; ++idx) {
    const device candidate(scythe_device_at(idx));
    if (candidate.get_platform() == *this && candidate.is_of(type))
      devices.push_back(candidate);
  }
  return devices;
}

inline bool platform::has(aspect asp) const {
  for (const device &candidate : get_devices())
    if (!candidate.has(asp))
      return false;
  return true;
}

} // namespace sycl

template <> struct std::hash<sycl::device> {
  std::size_t operator()(const sycl::device &device) const noexcept {
    return std::hash<const void *>()(sycl::detail::device_access::handle(device));
  }
};

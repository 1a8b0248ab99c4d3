// SYCL 2020 §4.6.1.
#pragma once

#include <sycl/device.hpp>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace sycl {

namespace detail {

// Ranks one kind of device and refuses all others.
template <aspect Kind> struct kind_selector {
  int operator()(const device &device) const { return device.has(Kind) ? 1000 : -1; }
};

struct preferred_device_selector {
  int operator()(const device &device) const {
    if (device.has(aspect::gpu))
      return 300;
    if (device.has(aspect::accelerator))
      return 200;
    if (device.has(aspect::cpu))
      return 100;
    return 0;
  }
};

class aspect_list_selector {
public:
  aspect_list_selector(std::vector<aspect> required, std::vector<aspect> denied)
      : required_(std::move(required)), denied_(std::move(denied)) {}

  int operator()(const device &device) const {
    for (aspect asp : required_)
      if (!device.has(asp))
        return -1;
    for (aspect asp : denied_)
      if (device.has(asp))
        return -1;
    return preferred_device_selector()(device);
  }

private:
  std::vector<aspect> required_;
  std::vector<aspect> denied_;
};

// Lists what there is: the next question of whoever reads the message.
[[noreturn]] SCYTHE_COLD inline void throw_no_device(const std::vector<device> &candidates) {
  std::string message = "no device satisfies the device selector; ";
  if (candidates.empty()) {
    message += "no device is available";
  } else {
    message += "available:";
    for (std::size_t i = 0; i < candidates.size(); ++i)
      message += (i ? ", " : " ") + candidates[i].get_info<info::device::name>();
  }
  if (const char *filter = std::getenv("SCYTHE_DEVICES"))
    message += std::string(" (SCYTHE_DEVICES=") + filter + " is set)";
  throw_error(errc::runtime, message);
}

template <typename Selector> const scythe_device *select_device(const Selector &selector) {
  const std::vector<device> candidates = device::get_devices();
  const device *best = nullptr;
  int best_score = -1;
  for (const device &candidate : candidates) {
    const int score = selector(candidate);
    if (score > best_score) {
      best = &candidate;
      best_score = score;
    }
  }
  if (!best)
    throw_no_device(candidates);
  return device_access::handle(*best);
}

} // namespace detail

inline constexpr detail::preferred_device_selector default_selector_v{};
inline constexpr detail::kind_selector<aspect::cpu> cpu_selector_v{};
inline constexpr detail::kind_selector<aspect::gpu> gpu_selector_v{};
inline constexpr detail::kind_selector<aspect::accelerator> accelerator_selector_v{};

// The SYCL 1.2.1 spellings, deprecated in SYCL 2020.
using default_selector = detail::preferred_device_selector;
using cpu_selector = detail::kind_selector<aspect::cpu>;
using gpu_selector = detail::kind_selector<aspect::gpu>;
using accelerator_selector = detail::kind_selector<aspect::accelerator>;

inline auto aspect_selector(const std::vector<aspect> &aspectList,
                            const std::vector<aspect> &denyList = {}) {
  return detail::aspect_list_selector(aspectList, denyList);
}

template <class... AspectList,
          std::enable_if_t<(sizeof...(AspectList) > 0) &&
                               std::conjunction_v<std::is_same<AspectList, aspect>...>,
                           int> = 0>
auto aspect_selector(AspectList... aspectList) {
  return detail::aspect_list_selector({aspectList...}, {});
}

template <aspect... AspectList> auto aspect_selector() {
  return detail::aspect_list_selector({AspectList...}, {});
}

inline device::device() : device(detail::select_device(default_selector_v)) {}

template <typename DeviceSelector, detail::if_device_selector<DeviceSelector>>
device::device(const DeviceSelector &deviceSelector)
    : device(detail::select_device(deviceSelector)) {}

} // namespace sycl

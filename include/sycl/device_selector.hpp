// SYCL 2020 §4.6.1.
#pragma once

#include <sycl/detail/program_kernels.hpp>
#include <sycl/device.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace sycl::inline _V1 {

namespace detail {

// Whether the device runs a kernel of the program, or of the library that asks. There may be code
// for newer devices of its kind only, and other units may have other targets; without kernels, the
// kind of code decides.
inline bool has_code_for(const device &device) {
#ifndef __SYCL_DEVICE_ONLY__
  if (__start_scythe_kernels != __stop_scythe_kernels) {
    for (auto *kernel = __start_scythe_kernels; kernel != __stop_scythe_kernels; ++kernel)
      if (scythe_kernel_check(*kernel, device_access::handle(device)) == 0)
        return true;
    return false;
  }
#endif
  return query_scalar<std::uint32_t>(device_access::handle(device), SCYTHE_DEVICE_TARGETS) &
         unit_targets();
}

// The bonus of devices for which there is code.
inline int code_bonus(const device &device) {
  constexpr int more_than_any_score = 10000;
  return has_code_for(device) ? more_than_any_score : 0;
}

// Scores one kind of device and rejects all others.
template <aspect Kind> struct kind_selector {
  int operator()(const device &device) const {
    return device.has(Kind) ? 1000 + code_bonus(device) : -1;
  }
};

struct preferred_device_selector {
  int operator()(const device &device) const { return score(device) + code_bonus(device); }

private:
  static int score(const device &device) {
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

// Whether a selector prefers the default device.
template <typename Selector> inline constexpr bool is_default_selector = false;
template <> inline constexpr bool is_default_selector<preferred_device_selector> = true;

template <typename Selector> const scythe_device *best_device(Selector &selector) {
  // A program with native code only finds its device without loading drivers, which takes time.
  if constexpr (is_default_selector<std::remove_const_t<Selector>>)
    if (unit_targets() == 1 && scythe_native_device_count() > 0)
      return scythe_device_at(0);
  const scythe_device *best = nullptr;
  int best_score = -1;
  for (std::size_t idx = 0, count = scythe_device_count(); idx < count; ++idx) {
    const scythe_device *const candidate = scythe_device_at(idx);
    const int score = selector(device_access::make(candidate));
    if (score > best_score) {
      best = candidate;
      best_score = score;
    }
  }
  if (!best)
    check(scythe_no_device());
  return best;
}

template <typename Selector> const scythe_device *select_device(const Selector &selector) {
  if constexpr (std::is_invocable_v<const Selector &, const device &>) {
    return best_device(selector);
  } else {
    Selector own(selector);
    return best_device(own);
  }
}

} // namespace detail

inline constexpr detail::preferred_device_selector default_selector_v{};
inline constexpr detail::kind_selector<aspect::cpu> cpu_selector_v{};
inline constexpr detail::kind_selector<aspect::gpu> gpu_selector_v{};
inline constexpr detail::kind_selector<aspect::accelerator> accelerator_selector_v{};

// The classes of SYCL 1.2.1, deprecated in SYCL 2020. The host device is a CPU.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &device) const = 0;
  device select_device() const { return device(*this); }
};

namespace detail {

template <typename Selector> class selector_class : public device_selector {
public:
  int operator()(const device &device) const override { return Selector()(device); }
};
template <typename Selector>
inline constexpr bool is_default_selector<selector_class<Selector>> = is_default_selector<Selector>;

} // namespace detail

using default_selector = detail::selector_class<detail::preferred_device_selector>;
using cpu_selector = detail::selector_class<detail::kind_selector<aspect::cpu>>;
using gpu_selector = detail::selector_class<detail::kind_selector<aspect::gpu>>;
using accelerator_selector = detail::selector_class<detail::kind_selector<aspect::accelerator>>;
using host_selector = cpu_selector;

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
inline device::device(const device_selector &deviceSelector)
    : device(detail::select_device(deviceSelector)) {}

} // namespace sycl

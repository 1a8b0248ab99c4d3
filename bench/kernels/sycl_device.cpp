#include "sycl.hpp"

#include <cstdio>
#include <optional>

namespace bench {

namespace {

/// Whether the device runs a kernel of this program. Some implementations of OpenCL take no SPIR-V.
bool runs(const sycl::device &device) {
  try {
    sycl::queue(device).single_task([] {}).wait_and_throw();
    return true;
  } catch (const sycl::exception &error) {
    std::fprintf(stderr, "%s: %s\n", device.get_info<sycl::info::device::name>().c_str(),
                 error.what());
    return false;
  }
}

const std::optional<sycl::device> &spirv_device() {
  static const std::optional<sycl::device> found = []() -> std::optional<sycl::device> {
    for (const sycl::device &device : sycl::device::get_devices(sycl::info::device_type::cpu))
      if (device.get_backend() == sycl::backend::opencl && runs(device))
        return device;
    return std::nullopt;
  }();
  return found;
}

sycl::device native_device() {
  for (const sycl::device &device : sycl::device::get_devices(sycl::info::device_type::cpu))
    if (device.get_backend() != sycl::backend::opencl)
      return device;
  throw std::runtime_error("there is no native CPU device");
}

} // namespace

bool has_spirv() { return spirv_device().has_value(); }

sycl::queue in_order_queue() {
  const sycl::device device =
      sycl_device == SyclDevice::opencl ? spirv_device().value() : native_device();
  return sycl::queue(device, sycl::property::queue::in_order{});
}

} // namespace bench

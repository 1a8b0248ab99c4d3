// SYCL 2020 §4.11.15: code of kernels. Every kernel of a program has a separate image, with the
// values of specialization constants.
#pragma once

#include <sycl/device.hpp>
#include <sycl/kernel_id.hpp>
#include <sycl/specialization_id.hpp>

#include <utility>

namespace sycl::inline _V1 {

enum class bundle_state { input, object, executable };

namespace detail {

struct device_image_access;

inline bool is_compatible(const scythe_kernel *kernel, const device &dev) noexcept {
  return scythe_kernel_check(kernel, device_access::handle(dev)) == 0;
}

} // namespace detail

template <bundle_state State> class device_image {
public:
  device_image() = delete;

  bool has_kernel(const kernel_id &kernelId) const noexcept {
    return detail::kernel_id_access::kernel(kernelId) == kernel_;
  }
  bool has_kernel(const kernel_id &kernelId, const device &dev) const noexcept {
    return has_kernel(kernelId) && detail::is_compatible(kernel_, dev);
  }

  friend bool operator==(const device_image &lhs, const device_image &rhs) noexcept {
    return lhs.kernel_ == rhs.kernel_ && lhs.constants_ == rhs.constants_;
  }
  friend bool operator!=(const device_image &lhs, const device_image &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend detail::device_image_access;
  device_image(const scythe_kernel *kernel, detail::specialization_values constants)
      : kernel_(kernel), constants_(std::move(constants)) {}

  const scythe_kernel *kernel_;
  detail::specialization_values constants_;
};

namespace detail {

struct device_image_access {
  template <bundle_state State>
  static device_image<State> make(const scythe_kernel *kernel,
                                  specialization_values constants = {}) {
    return device_image<State>(kernel, std::move(constants));
  }
  template <bundle_state State>
  static const scythe_kernel *kernel(const device_image<State> &image) noexcept {
    return image.kernel_;
  }
  template <bundle_state State>
  static const specialization_values &constants(const device_image<State> &image) noexcept {
    return image.constants_;
  }
};

} // namespace detail
} // namespace sycl

template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  std::size_t operator()(const sycl::device_image<State> &image) const noexcept {
    return std::hash<const void *>()(sycl::detail::device_image_access::kernel(image));
  }
};

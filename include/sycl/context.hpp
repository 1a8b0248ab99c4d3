// SYCL 2020 §4.6.3.
#pragma once

#include <sycl/detail/native_object.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/info/context.hpp>
#include <sycl/property_list.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sycl::inline _V1 {

namespace detail {

struct context_impl : counted {
  context_impl(std::size_t capacity, async_handler &&asyncHandler, const property_list &propList)
      : devices(new const scythe_device *[capacity]), handler(std::move(asyncHandler)),
        properties(propList) {}
  context_impl(const context_impl &) = delete;
  context_impl &operator=(const context_impl &) = delete;
  ~context_impl() { delete[] devices; }

  device element_at(std::size_t index) const { return device_access::make(devices[index]); }

  const scythe_device **devices;
  std::size_t count = 0;
  async_handler handler;
  property_list properties;
  // The backend's context from which a program made it.
  shared<native_object> native;
};

struct context_access;

} // namespace detail

class context {
public:
  explicit context(const property_list &propList = {}) : context(async_handler(), propList) {}

  explicit context(async_handler asyncHandler, const property_list &propList = {})
      : context(device(), std::move(asyncHandler), propList) {}

  explicit context(const device &dev, const property_list &propList = {})
      : context(dev, async_handler(), propList) {}

  explicit context(const device &dev, async_handler asyncHandler,
                   const property_list &propList = {})
      : context(1, std::move(asyncHandler), propList) {
    add(dev);
  }

  explicit context(const platform &plt, const property_list &propList = {})
      : context(plt, async_handler(), propList) {}

  explicit context(const platform &plt, async_handler asyncHandler,
                   const property_list &propList = {})
      : context(scythe_platform_devices(plt.handle_, nullptr), std::move(asyncHandler), propList) {
    impl_->count = scythe_platform_devices(plt.handle_, impl_->devices);
  }

  explicit context(const std::vector<device> &deviceList, const property_list &propList = {})
      : context(deviceList, async_handler(), propList) {}

  explicit context(const std::vector<device> &deviceList, async_handler asyncHandler,
                   const property_list &propList = {})
      : context(deviceList.size(), std::move(asyncHandler), propList) {
    if (deviceList.empty())
      detail::throw_error(errc::invalid, "a context needs at least one device");
    for (const device &dev : deviceList) {
      if (dev.get_platform() != deviceList.front().get_platform())
        detail::throw_error(errc::invalid, "the devices of a context must share one platform");
      add(dev);
    }
  }

  backend get_backend() const noexcept { return impl_->element_at(0).get_backend(); }
  platform get_platform() const { return impl_->element_at(0).get_platform(); }
  std::vector<device> get_devices() const {
    std::vector<device> devices;
    for (std::size_t idx = 0; idx < impl_->count; ++idx)
      devices.push_back(impl_->element_at(idx));
    return devices;
  }

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::context_descriptor, Param>,
                  "context::get_info takes a descriptor from sycl::info::context");
    using namespace info::context;
    const device first = impl_->element_at(0);
    if constexpr (std::is_same_v<Param, info::context::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, devices>)
      return get_devices();
    else if constexpr (std::is_same_v<Param, reference_count>)
      return static_cast<std::uint32_t>(impl_->owners());
    else if constexpr (std::is_same_v<Param, atomic_memory_order_capabilities>)
      return first.get_info<info::device::atomic_memory_order_capabilities>();
    else if constexpr (std::is_same_v<Param, atomic_fence_order_capabilities>)
      return first.get_info<info::device::atomic_fence_order_capabilities>();
    else if constexpr (std::is_same_v<Param, atomic_memory_scope_capabilities>)
      return first.get_info<info::device::atomic_memory_scope_capabilities>();
    else
      return first.get_info<info::device::atomic_fence_scope_capabilities>();
  }

  template <typename Property> bool has_property() const noexcept {
    return impl_->properties.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return impl_->properties.template get_property<Property>();
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<context> &other) const noexcept;
  bool ext_oneapi_owner_before(const context &other) const noexcept;

  friend bool operator==(const context &lhs, const context &rhs) noexcept {
    return lhs.impl_ == rhs.impl_;
  }
  friend bool operator!=(const context &lhs, const context &rhs) noexcept { return !(lhs == rhs); }

private:
  friend class exception;
  friend struct detail::context_access;

  explicit context(detail::shared<detail::context_impl> impl) : impl_(std::move(impl)) {}

  // Storage for a few devices.
  context(std::size_t capacity, async_handler &&asyncHandler, const property_list &propList)
      : impl_(detail::make_counted<detail::context_impl>(capacity, std::move(asyncHandler),
                                                         propList)) {}

  void add(const device &dev) {
    impl_->devices[impl_->count++] = detail::device_access::handle(dev);
  }

  detail::shared<detail::context_impl> impl_;
};

namespace detail {

struct context_access {
  static context make(shared<context_impl> impl) { return context(std::move(impl)); }
  static context make_native(const std::vector<device> &devices, const async_handler &handler,
                             shared<native_object> native) {
    context made(devices, handler);
    made.impl_->native = std::move(native);
    return made;
  }
  static const shared<context_impl> &impl(const context &context) noexcept {
    return context.impl_;
  }
  static bool contains(const context &context, const device &device) {
    for (std::size_t idx = 0; idx < context.impl_->count; ++idx)
      if (context.impl_->element_at(idx) == device)
        return true;
    return false;
  }
};

// The context of queues without an explicit one: one for all devices of a platform (SYCL 2020
// §4.6.2). Unused platforms are not initialised.
inline context default_context(const platform &own) {
  struct known_context {
    context own;
    known_context *next;
  };
  static std::mutex mutex;
  static known_context *first = nullptr;
  const std::lock_guard<std::mutex> lock(mutex);
  for (const known_context *known = first; known; known = known->next)
    if (known->own.get_platform() == own)
      return known->own;
  first = new known_context{context(own), first};
  return first->own;
}

inline context default_context(const device &device) {
  return default_context(device.get_platform());
}

} // namespace detail

inline context platform::ext_oneapi_get_default_context() const {
  return detail::default_context(*this);
}
inline context platform::khr_get_default_context() const {
  return detail::default_context(*this);
}

inline exception::exception(context ctx, std::error_code errorCode, const std::string &what_arg)
    : exception(errorCode, what_arg, std::move(ctx.impl_)) {}
inline exception::exception(context ctx, std::error_code errorCode, const char *what_arg)
    : exception(errorCode, what_arg, std::move(ctx.impl_)) {}
inline exception::exception(context ctx, std::error_code errorCode)
    : exception(errorCode, errorCode.message(), std::move(ctx.impl_)) {}
inline exception::exception(context ctx, int errorValue, const std::error_category &ecat,
                            const std::string &what_arg)
    : exception(std::move(ctx), std::error_code(errorValue, ecat), what_arg) {}
inline exception::exception(context ctx, int errorValue, const std::error_category &ecat,
                            const char *what_arg)
    : exception(std::move(ctx), std::error_code(errorValue, ecat), what_arg) {}
inline exception::exception(context ctx, int errorValue, const std::error_category &ecat)
    : exception(std::move(ctx), std::error_code(errorValue, ecat)) {}

inline context exception::get_context() const {
  if (!context_)
    detail::throw_error(errc::invalid, "the exception has no context; ask has_context first");
  return context(context_);
}

} // namespace sycl

template <> struct std::hash<sycl::context> {
  std::size_t operator()(const sycl::context &context) const noexcept {
    return std::hash<const void *>()(sycl::detail::context_access::impl(context).get());
  }
};

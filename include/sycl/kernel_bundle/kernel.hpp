// SYCL 2020 §4.11.14: a kernel of an executable bundle.
#pragma once

#include <sycl/info/kernel.hpp>
#include <sycl/kernel_bundle/kernel_bundle.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct kernel_access;
}

class kernel {
  using bundle_impl = detail::bundle_impl<bundle_state::executable>;

public:
  kernel() = delete;

  backend get_backend() const noexcept { return bundle_->sycl_context.get_backend(); }
  context get_context() const { return bundle_->sycl_context; }
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const {
    return detail::bundle_access::make(bundle_);
  }

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::kernel_descriptor, Param>,
                  "kernel::get_info takes a descriptor from sycl::info::kernel, or one from "
                  "sycl::info::kernel_device_specific and a device");
    if constexpr (std::is_same_v<Param, info::kernel::function_name>)
      return native_ ? native_text(SCYTHE_NATIVE_KERNEL_NAME)
                     : std::string(detail::facts_of(kernel_).name);
    else if constexpr (std::is_same_v<Param, info::kernel::attributes>)
      return native_ ? native_text(SCYTHE_NATIVE_KERNEL_ATTRIBUTES) : attributes();
    else if (native_)
      return native_number<std::uint32_t>(SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT);
    else
      detail::throw_error(errc::invalid,
                          "info::kernel::num_args is available for kernels of backends only");
  }

  template <typename Param> typename Param::return_type get_info(const device &dev) const {
    static_assert(std::is_base_of_v<detail::kernel_device_descriptor, Param>,
                  "kernel::get_info with a device takes a descriptor from "
                  "sycl::info::kernel_device_specific");
    using namespace info::kernel_device_specific;
    if (!native_ && !detail::is_compatible(kernel_, dev))
      detail::throw_error(errc::invalid, "the device cannot run the kernel");
    if constexpr (std::is_same_v<Param, global_work_size>)
      detail::throw_error(errc::invalid, "info::kernel_device_specific::global_work_size is "
                                         "available for kernels of backends only");
    else if constexpr (std::is_same_v<Param, compile_work_group_size>)
      return required_work_group();
    else if constexpr (std::is_same_v<Param, compile_sub_group_size>)
      return facts().sub_group_size;
    else if constexpr (std::is_same_v<Param, compile_num_sub_groups>)
      return 0;
    else if constexpr (std::is_same_v<Param, max_sub_group_size>)
      return largest_sub_group(dev);
    else if constexpr (std::is_same_v<Param, max_num_sub_groups>) {
      const std::size_t most = limits(dev).max_work_group_size / smallest_sub_group(dev);
      const std::uint32_t device_most = dev.get_info<info::device::max_num_sub_groups>();
      return most == 0 ? 1 : most < device_most ? static_cast<std::uint32_t>(most) : device_most;
    } else if constexpr (std::is_same_v<Param, work_group_size>)
      return limits(dev).max_work_group_size;
    else if constexpr (std::is_same_v<Param, preferred_work_group_size_multiple>)
      return limits(dev).preferred_multiple;
    else
      return limits(dev).private_bytes;
  }

  // ext/oneapi/experimental/launch_queries.hpp
  template <typename Param> std::size_t ext_oneapi_get_info(const queue &onQueue) const;
  template <typename Param>
  std::size_t ext_oneapi_get_info(const queue &onQueue, range<1> workGroupSize,
                                  std::size_t bytes = 0) const;
  template <typename Param>
  std::size_t ext_oneapi_get_info(const queue &onQueue, range<2> workGroupSize,
                                  std::size_t bytes = 0) const;
  template <typename Param>
  std::size_t ext_oneapi_get_info(const queue &onQueue, range<3> workGroupSize,
                                  std::size_t bytes = 0) const;

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<kernel> &other) const noexcept;
  bool ext_oneapi_owner_before(const kernel &other) const noexcept;

  friend bool operator==(const kernel &lhs, const kernel &rhs) noexcept {
    return lhs.kernel_ == rhs.kernel_ && lhs.bundle_ == rhs.bundle_ &&
           lhs.native_ == rhs.native_;
  }
  friend bool operator!=(const kernel &lhs, const kernel &rhs) noexcept { return !(lhs == rhs); }

private:
  template <bundle_state> friend class kernel_bundle;
  friend struct std::hash<kernel>;
  friend detail::kernel_access;

  kernel(const scythe_kernel *kernel, detail::shared<bundle_impl> bundle)
      : kernel_(kernel), bundle_(std::move(bundle)) {}

  // A kernel of a backend, for its device.
  kernel(detail::shared<detail::native_object> native, detail::shared<bundle_impl> bundle)
      : kernel_(nullptr), bundle_(std::move(bundle)), native_(std::move(native)) {}

  // A backend's kernel has no requirements.
  scythe_kernel_facts facts() const {
    return native_ ? scythe_kernel_facts{} : detail::facts_of(kernel_);
  }

  std::string native_text(std::uint32_t key) const {
    std::size_t size = 0;
    detail::check(
        scythe_native_kernel_info(native_->device, native_->handle, key, nullptr, 0, &size));
    std::string value(size, '\0');
    detail::check(scythe_native_kernel_info(native_->device, native_->handle, key, value.data(),
                                            value.size(), &size));
    return value;
  }
  template <typename Number> Number native_number(std::uint32_t key) const {
    Number value{};
    std::size_t size = 0;
    detail::check(scythe_native_kernel_info(native_->device, native_->handle, key, &value,
                                            sizeof value, &size));
    return value;
  }

  scythe_kernel_limits limits(const device &dev) const {
    scythe_kernel_limits limits{};
    if (native_) {
      using number = std::uint64_t;
      limits.max_work_group_size = native_number<number>(SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE);
      limits.preferred_multiple = native_number<number>(SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE);
      limits.private_bytes = native_number<number>(SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES);
      return limits;
    }
    detail::check(scythe_kernel_limits_of(kernel_, detail::device_access::handle(dev), &limits));
    return limits;
  }

  // As with attributes of kernels: all three dimensions, or none.
  range<3> required_work_group() const {
    const scythe_kernel_facts facts = this->facts();
    if (facts.work_group_dims == 0)
      return range<3>(0, 0, 0);
    return range<3>(facts.work_group_size[0], facts.work_group_size[1], facts.work_group_size[2]);
  }

  std::uint32_t largest_sub_group(const device &dev) const {
    std::size_t largest = facts().sub_group_size;
    if (largest == 0)
      for (std::size_t size : dev.get_info<info::device::sub_group_sizes>())
        largest = size > largest ? size : largest;
    return static_cast<std::uint32_t>(largest);
  }
  std::size_t smallest_sub_group(const device &dev) const {
    std::size_t smallest = facts().sub_group_size;
    if (smallest == 0)
      for (std::size_t size : dev.get_info<info::device::sub_group_sizes>())
        smallest = smallest == 0 || size < smallest ? size : smallest;
    return smallest == 0 ? 1 : smallest;
  }

  std::string attributes() const {
    const scythe_kernel_facts facts = detail::facts_of(kernel_);
    std::string text;
    if (facts.work_group_dims != 0) {
      text = "reqd_work_group_size(";
      for (std::uint32_t dim = 0; dim < facts.work_group_dims; ++dim)
        text += (dim ? "," : "") + std::to_string(facts.work_group_size[dim]);
      text += ")";
    }
    if (facts.sub_group_size != 0)
      text += (text.empty() ? "" : " ") + ("reqd_sub_group_size(" +
                                           std::to_string(facts.sub_group_size) + ")");
    return text;
  }

  const scythe_kernel *kernel_; // null for kernels of backends
  detail::shared<bundle_impl> bundle_;
  detail::shared<detail::native_object> native_;
};

namespace detail {

struct kernel_access {
  static kernel make(shared<native_object> native,
                     shared<bundle_impl<bundle_state::executable>> bundle) {
    return kernel(std::move(native), std::move(bundle));
  }
  static const scythe_kernel *record(const kernel &kernel) noexcept { return kernel.kernel_; }
  static const auto &bundle(const kernel &kernel) noexcept { return kernel.bundle_; }
  static const auto &native_impl(const kernel &kernel) noexcept { return kernel.native_; }
  // The same kernel of the same bundle.
  static kernel make(const scythe_kernel *record, shared<native_object> native,
                     shared<bundle_impl<bundle_state::executable>> bundle) {
    kernel made(record, std::move(bundle));
    made.native_ = std::move(native);
    return made;
  }
  static void *native(const kernel &kernel) noexcept {
    return kernel.native_ ? kernel.native_->handle : nullptr;
  }
};

} // namespace detail

template <bundle_state State>
template <bundle_state AnyState, std::enable_if_t<AnyState == bundle_state::executable, int>>
kernel kernel_bundle<State>::get_kernel(const kernel_id &kernelId) const {
  if (!has_kernel(kernelId))
    detail::throw_error(errc::invalid, "the kernel bundle does not contain this kernel");
  return kernel(detail::kernel_id_access::kernel(kernelId), impl_);
}

template <bundle_state State>
template <typename KernelName, bundle_state AnyState,
          std::enable_if_t<AnyState == bundle_state::executable, int>>
kernel kernel_bundle<State>::get_kernel() const {
  return get_kernel(get_kernel_id<KernelName>());
}

} // namespace sycl

template <> struct std::hash<sycl::kernel> {
  std::size_t operator()(const sycl::kernel &kernel) const noexcept {
    return std::hash<const void *>()(kernel.kernel_) ^
           std::hash<const void *>()(sycl::detail::kernel_access::native(kernel));
  }
};

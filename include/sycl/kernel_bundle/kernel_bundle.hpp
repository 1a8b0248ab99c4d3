// SYCL 2020 §4.11.13: kernels of a program, for devices of a context.
#pragma once

#include <sycl/context.hpp>
#include <sycl/kernel_bundle/device_image.hpp>

namespace sycl::inline _V1 {

class kernel;

namespace detail {

struct bundle_access;

template <bundle_state State> struct bundle_impl : counted {
  bundle_impl(const context &ctxt, std::vector<device> devs)
      : sycl_context(ctxt), devices(std::move(devs)) {}

  context sycl_context;
  std::vector<device> devices;
  std::vector<device_image<State>> images;
  // The values that were set in this bundle; compiling stores them in the images.
  specialization_values values;
  // The backend's program from which the program made the bundle.
  shared<native_object> native;

  const device_image<State> *find(const scythe_kernel *kernel) const noexcept {
    for (const device_image<State> &image : images)
      if (device_image_access::kernel(image) == kernel)
        return &image;
    return nullptr;
  }

  // Null if the constant was not set.
  const void *find(std::uint64_t key) const noexcept {
    const void *value = values.find(key);
    for (const device_image<State> &image : images)
      if (!value)
        value = device_image_access::constants(image).find(key);
    return value;
  }
};

inline bool same_devices(const std::vector<device> &lhs, const std::vector<device> &rhs) noexcept {
  const auto has = [](const std::vector<device> &all, const device &wanted) {
    for (const device &each : all)
      if (each == wanted)
        return true;
    return false;
  };
  for (const device &each : lhs)
    if (!has(rhs, each))
      return false;
  return lhs.size() == rhs.size();
}

} // namespace detail

template <bundle_state State> class kernel_bundle {
  template <bundle_state Wanted> using if_state = std::enable_if_t<State == Wanted, int>;

public:
  using device_image_iterator = typename std::vector<device_image<State>>::const_iterator;

  kernel_bundle() = delete;

  bool empty() const noexcept { return impl_->images.empty() && !impl_->native; }
  backend get_backend() const noexcept { return impl_->sycl_context.get_backend(); }
  context get_context() const noexcept { return impl_->sycl_context; }
  std::vector<device> get_devices() const noexcept { return impl_->devices; }

  bool has_kernel(const kernel_id &kernelId) const noexcept {
    return impl_->find(detail::kernel_id_access::kernel(kernelId));
  }
  bool has_kernel(const kernel_id &kernelId, const device &dev) const noexcept {
    const device_image<State> *image = impl_->find(detail::kernel_id_access::kernel(kernelId));
    return image && image->has_kernel(kernelId, dev);
  }
  template <typename KernelName> bool has_kernel() const noexcept {
    return impl_->find(detail::find_kernel<KernelName>());
  }
  template <typename KernelName> bool has_kernel(const device &dev) const noexcept {
    const scythe_kernel *kernel = detail::find_kernel<KernelName>();
    return impl_->find(kernel) && detail::is_compatible(kernel, dev);
  }

  std::vector<kernel_id> get_kernel_ids() const {
    std::vector<kernel_id> ids;
    for (const device_image<State> &image : impl_->images)
      ids.push_back(
          detail::kernel_id_access::make(detail::device_image_access::kernel(image)));
    return ids;
  }

  // Both are defined in kernel.hpp.
  template <bundle_state AnyState = State,
            std::enable_if_t<AnyState == bundle_state::executable, int> = 0>
  kernel get_kernel(const kernel_id &kernelId) const;
  template <typename KernelName, bundle_state AnyState = State,
            std::enable_if_t<AnyState == bundle_state::executable, int> = 0>
  kernel get_kernel() const;

  bool contains_specialization_constants() const noexcept {
    for (const device_image<State> &image : impl_->images)
      if (constants(image).constant_count)
        return true;
    return false;
  }
  // Kernels of the CPU and of CUDA devices are compiled before the values are known.
  bool native_specialization_constant() const noexcept {
    return contains_specialization_constants() && get_backend() == backend::opencl;
  }
  template <auto &SpecName> bool has_specialization_constant() const noexcept {
    for (const device_image<State> &image : impl_->images) {
      const scythe_kernel_facts facts = constants(image);
      for (std::size_t idx = 0; idx < facts.constant_count; ++idx)
        if (facts.constants[idx] == detail::specialization_key<SpecName>())
          return true;
    }
    return false;
  }

  template <auto &SpecName, bundle_state AnyState = State,
            std::enable_if_t<AnyState == bundle_state::input, int> = 0>
  void set_specialization_constant(detail::specialization_type<SpecName> value) {
    impl_->values.set(detail::specialization_key<SpecName>(), std::addressof(value),
                      sizeof value);
  }
  template <auto &SpecName>
  detail::specialization_type<SpecName> get_specialization_constant() const {
    if (const void *value = impl_->find(detail::specialization_key<SpecName>()))
      return detail::value_from_bytes<detail::specialization_type<SpecName>>(value);
    return detail::specialization_access::value(SpecName);
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<kernel_bundle> &other) const noexcept;
  bool ext_oneapi_owner_before(const kernel_bundle &other) const noexcept;

  device_image_iterator begin() const { return impl_->images.begin(); }
  device_image_iterator end() const { return impl_->images.end(); }

  friend bool operator==(const kernel_bundle &lhs, const kernel_bundle &rhs) noexcept {
    return lhs.impl_ == rhs.impl_ ||
           (lhs.impl_->sycl_context == rhs.impl_->sycl_context &&
            detail::same_devices(lhs.impl_->devices, rhs.impl_->devices) &&
            lhs.has_images_of(rhs) && rhs.has_images_of(lhs) &&
            lhs.impl_->values == rhs.impl_->values);
  }
  friend bool operator!=(const kernel_bundle &lhs, const kernel_bundle &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend detail::bundle_access;
  explicit kernel_bundle(detail::shared<detail::bundle_impl<State>> impl)
      : impl_(std::move(impl)) {}

  static scythe_kernel_facts constants(const device_image<State> &image) noexcept {
    scythe_kernel_facts facts{};
    scythe_kernel_describe(detail::device_image_access::kernel(image), &facts);
    return facts;
  }

  bool has_images_of(const kernel_bundle &other) const noexcept {
    for (const device_image<State> &wanted : other.impl_->images) {
      const device_image<State> *own =
          impl_->find(detail::device_image_access::kernel(wanted));
      if (!own || *own != wanted)
        return false;
    }
    return true;
  }

  detail::shared<detail::bundle_impl<State>> impl_;
};

namespace detail {

struct bundle_access {
  template <bundle_state State>
  static kernel_bundle<State> make(bundle_impl<State> contents) {
    return kernel_bundle<State>(make_counted<bundle_impl<State>>(std::move(contents)));
  }
  template <bundle_state State>
  static kernel_bundle<State> make(shared<bundle_impl<State>> impl) {
    return kernel_bundle<State>(std::move(impl));
  }
  template <bundle_state State>
  static const shared<bundle_impl<State>> &impl(const kernel_bundle<State> &bundle) {
    return bundle.impl_;
  }
};

} // namespace detail
} // namespace sycl

// Equal bundles have the same images, in any order.
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &bundle) const noexcept {
    std::size_t sum = std::hash<sycl::context>()(bundle.get_context());
    for (const sycl::device_image<State> &image : bundle)
      sum += std::hash<sycl::device_image<State>>()(image);
    return sum;
  }
};

// SYCL 2020 §4.11.6 to §4.11.12: functions that return kernel bundles. Kernels are compiled ahead
// of time, so a state is only a name; compiling a bundle fixes the values of its specialization
// constants.
#pragma once

#include <sycl/kernel_bundle/kernel.hpp>
#include <sycl/property_list.hpp>

namespace sycl::inline _V1 {

namespace detail {

inline std::vector<device> without_repetition(const std::vector<device> &devs) {
  std::vector<device> once;
  for (const device &dev : devs) {
    bool known = false;
    for (const device &each : once)
      known = known || each == dev;
    if (!known)
      once.push_back(dev);
  }
  return once;
}

inline void check_bundle_devices(const context &ctxt, const std::vector<device> &devs) {
  if (devs.empty())
    throw_error(errc::invalid, "a kernel bundle needs at least one device");
  for (const device &dev : devs)
    if (!context_access::contains(ctxt, dev))
      throw_error(errc::invalid, "the context of a kernel bundle does not contain the device");
}

template <bundle_state State> bool can_make(const std::vector<device> &devs) {
  for (const device &dev : devs)
    if ((State == bundle_state::input && !dev.has(aspect::online_compiler)) ||
        (State == bundle_state::object && !dev.has(aspect::online_linker)))
      return false;
  return true;
}

inline bool is_compatible_with_any(const scythe_kernel *kernel,
                                   const std::vector<device> &devs) noexcept {
  for (const device &dev : devs)
    if (is_compatible(kernel, dev))
      return true;
  return false;
}

// `choose` selects images among those that some device can use.
template <bundle_state State, typename Choose>
kernel_bundle<State> make_bundle(const context &ctxt, const std::vector<device> &devs,
                                 Choose choose) {
  check_bundle_devices(ctxt, devs);
  if (!can_make<State>(devs))
    throw_error(errc::invalid, "a device has no online compiler or linker for kernel bundles");
  bundle_impl<State> made(ctxt, without_repetition(devs));
  for (const kernel_id &id : get_kernel_ids()) {
    const scythe_kernel *kernel = kernel_id_access::kernel(id);
    auto image = device_image_access::make<State>(kernel);
    if (is_compatible_with_any(kernel, devs) && choose(image))
      made.images.push_back(std::move(image));
  }
  return bundle_access::make(std::move(made));
}

// Adds images in the next state, with fixed constants.
template <bundle_state From, bundle_state ToT>
void add_images(bundle_impl<ToT> &dest, const bundle_impl<From> &from,
                const std::vector<device> &devs) {
  for (const device_image<From> &image : from.images) {
    const scythe_kernel *kernel = device_image_access::kernel(image);
    if (!is_compatible_with_any(kernel, devs))
      continue;
    specialization_values values = device_image_access::constants(image);
    values.set_all(from.values);
    auto made = device_image_access::make<ToT>(kernel, std::move(values));
    bool known = false;
    for (const device_image<ToT> &each : dest.images)
      known = known || each == made;
    if (!known)
      dest.images.push_back(std::move(made));
  }
}

template <bundle_state ToT, bundle_state From>
kernel_bundle<ToT> translate(const std::vector<kernel_bundle<From>> &bundles,
                            const std::vector<device> &devs) {
  if (bundles.empty() || devs.empty())
    throw_error(errc::invalid, "compile, link and build need a kernel bundle and a device");
  const context ctxt = bundles.front().get_context();
  bundle_impl<ToT> made(ctxt, without_repetition(devs));
  for (const kernel_bundle<From> &bundle : bundles) {
    if (bundle.get_context() != ctxt)
      throw_error(errc::invalid, "the kernel bundles have different contexts");
    const std::vector<device> own = bundle.get_devices();
    for (const device &dev : devs) {
      bool known = false;
      for (const device &each : own)
        known = known || each == dev;
      if (!known)
        throw_error(errc::invalid, "the kernel bundle is not for this device");
    }
    add_images(made, *bundle_access::impl(bundle), devs);
  }
  return bundle_access::make(std::move(made));
}

template <typename Selector, bundle_state State>
using if_image_selector =
    std::enable_if_t<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>, int>;

} // namespace detail

// -- compatibility -----------------------------------------------------------

inline bool is_compatible(const std::vector<kernel_id> &kernelIds, const device &dev) {
  for (const kernel_id &id : kernelIds)
    if (!detail::is_compatible(detail::kernel_id_access::kernel(id), dev))
      return false;
  return true;
}
template <typename KernelName> bool is_compatible(const device &dev) {
  return is_compatible({get_kernel_id<KernelName>()}, dev);
}

// -- get_kernel_bundle -------------------------------------------------------

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctxt, const std::vector<device> &devs) {
  return detail::make_bundle<State>(ctxt, devs, [](const device_image<State> &) { return true; });
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctxt, const std::vector<device> &devs,
                                       const std::vector<kernel_id> &kernelIds) {
  detail::check_bundle_devices(ctxt, devs);
  for (const kernel_id &id : kernelIds)
    if (!detail::is_compatible_with_any(detail::kernel_id_access::kernel(id), devs))
      detail::throw_error(errc::invalid, "get_kernel_bundle: none of the devices can run one of "
                                         "the kernels");
  return detail::make_bundle<State>(ctxt, devs, [&](const device_image<State> &image) {
    for (const kernel_id &id : kernelIds)
      if (image.has_kernel(id))
        return true;
    return false;
  });
}
template <bundle_state State, typename Selector, detail::if_image_selector<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context &ctxt, const std::vector<device> &devs,
                                       Selector selector) {
  return detail::make_bundle<State>(ctxt, devs, selector);
}

template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctxt) {
  return get_kernel_bundle<State>(ctxt, ctxt.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctxt,
                                       const std::vector<kernel_id> &kernelIds) {
  return get_kernel_bundle<State>(ctxt, ctxt.get_devices(), kernelIds);
}
template <bundle_state State, typename Selector, detail::if_image_selector<Selector, State> = 0>
kernel_bundle<State> get_kernel_bundle(const context &ctxt, Selector selector) {
  return get_kernel_bundle<State>(ctxt, ctxt.get_devices(), selector);
}

template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctxt) {
  return get_kernel_bundle<State>(ctxt, ctxt.get_devices(),
                                  std::vector<kernel_id>{get_kernel_id<KernelName>()});
}
template <typename KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctxt, const std::vector<device> &devs) {
  return get_kernel_bundle<State>(ctxt, devs,
                                  std::vector<kernel_id>{get_kernel_id<KernelName>()});
}

// -- has_kernel_bundle -------------------------------------------------------

template <bundle_state State>
bool has_kernel_bundle(const context &ctxt, const std::vector<device> &devs) {
  detail::check_bundle_devices(ctxt, devs);
  if (detail::can_make<State>(devs))
    for (const kernel_id &id : get_kernel_ids())
      if (detail::is_compatible_with_any(detail::kernel_id_access::kernel(id), devs))
        return true;
  return false;
}
template <bundle_state State>
bool has_kernel_bundle(const context &ctxt, const std::vector<device> &devs,
                       const std::vector<kernel_id> &kernelIds) {
  detail::check_bundle_devices(ctxt, devs);
  for (const kernel_id &id : kernelIds)
    if (!detail::is_compatible_with_any(detail::kernel_id_access::kernel(id), devs))
      return false;
  return detail::can_make<State>(devs);
}
template <bundle_state State> bool has_kernel_bundle(const context &ctxt) {
  return has_kernel_bundle<State>(ctxt, ctxt.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context &ctxt, const std::vector<kernel_id> &kernelIds) {
  return has_kernel_bundle<State>(ctxt, ctxt.get_devices(), kernelIds);
}
template <typename KernelName, bundle_state State> bool has_kernel_bundle(const context &ctxt) {
  return has_kernel_bundle<State>(ctxt, ctxt.get_devices(),
                                  std::vector<kernel_id>{get_kernel_id<KernelName>()});
}
template <typename KernelName, bundle_state State>
bool has_kernel_bundle(const context &ctxt, const std::vector<device> &devs) {
  return has_kernel_bundle<State>(ctxt, devs,
                                  std::vector<kernel_id>{get_kernel_id<KernelName>()});
}

// -- join, compile, link, build ----------------------------------------------

template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  // Joining no bundles yields a bundle without images and devices.
  if (bundles.empty())
    return detail::bundle_access::make(detail::bundle_impl<State>(context(), {}));
  const context ctxt = bundles.front().get_context();
  const std::vector<device> devs = bundles.front().get_devices();
  detail::bundle_impl<State> made(ctxt, devs);
  for (const kernel_bundle<State> &bundle : bundles) {
    if (bundle.get_context() != ctxt || !detail::same_devices(bundle.get_devices(), devs))
      detail::throw_error(errc::invalid,
                          "join: the kernel bundles have different contexts or devices");
    detail::add_images(made, *detail::bundle_access::impl(bundle), devs);
  }
  return detail::bundle_access::make(std::move(made));
}

// Templates, because most programs do not use them, and should not have to compile them.
template <typename = void>
kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &inputBundle, const std::vector<device> &devs,
        const property_list & = {}) {
  return detail::translate<bundle_state::object>(std::vector{inputBundle}, devs);
}
template <typename = void>
kernel_bundle<bundle_state::object>
compile(const kernel_bundle<bundle_state::input> &inputBundle, const property_list &propList = {}) {
  return compile(inputBundle, inputBundle.get_devices(), propList);
}

template <typename = void>
kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &objectBundles,
     const std::vector<device> &devs, const property_list & = {}) {
  return detail::translate<bundle_state::executable>(objectBundles, devs);
}
template <typename = void>
kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &objectBundle, const std::vector<device> &devs,
     const property_list &propList = {}) {
  return link(std::vector{objectBundle}, devs, propList);
}
// For the devices that are in all bundles.
template <typename = void>
kernel_bundle<bundle_state::executable>
link(const std::vector<kernel_bundle<bundle_state::object>> &objectBundles,
     const property_list &propList = {}) {
  std::vector<device> common;
  if (!objectBundles.empty())
    for (const device &dev : objectBundles.front().get_devices()) {
      bool everywhere = true;
      for (const kernel_bundle<bundle_state::object> &bundle : objectBundles) {
        bool here = false;
        for (const device &each : bundle.get_devices())
          here = here || each == dev;
        everywhere = everywhere && here;
      }
      if (everywhere)
        common.push_back(dev);
    }
  return link(objectBundles, common, propList);
}
template <typename = void>
kernel_bundle<bundle_state::executable>
link(const kernel_bundle<bundle_state::object> &objectBundle, const property_list &propList = {}) {
  return link(std::vector{objectBundle}, objectBundle.get_devices(), propList);
}

template <typename = void>
kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &inputBundle, const std::vector<device> &devs,
      const property_list & = {}) {
  return detail::translate<bundle_state::executable>(std::vector{inputBundle}, devs);
}
template <typename = void>
kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::input> &inputBundle, const property_list &propList = {}) {
  return build(inputBundle, inputBundle.get_devices(), propList);
}

} // namespace sycl

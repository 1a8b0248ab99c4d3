// SYCL 2020 §4.5.1: conversion between SYCL's objects and those of a backend. The types are those
// of backend_traits, in the backend's header.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/native_object.hpp>
#include <sycl/event.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/platform.hpp>
#include <sycl/queue.hpp>

namespace sycl::inline _V1 {

template <backend Backend, typename SyclType>
backend_return_t<Backend, SyclType> get_native(const SyclType &syclObject) {
  return detail::native_objects<Backend>::get(syclObject);
}
template <backend Backend, bundle_state State>
backend_return_t<Backend, kernel_bundle<State>>
get_native(const kernel_bundle<State> &kernelBundle) {
  return detail::native_objects<Backend>::get(kernelBundle);
}

template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &backendObject) {
  return detail::native_objects<Backend>::make_platform(backendObject);
}
template <backend Backend>
device make_device(const backend_input_t<Backend, device> &backendObject) {
  return detail::native_objects<Backend>::make_device(backendObject);
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &backendObject,
                     const async_handler &asyncHandler = {}) {
  return detail::native_objects<Backend>::make_context(backendObject, asyncHandler);
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &backendObject,
                 const context &targetContext, const async_handler &asyncHandler = {}) {
  return detail::native_objects<Backend>::make_queue(backendObject, targetContext, asyncHandler);
}
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &backendObject,
                 const context &targetContext) {
  return detail::native_objects<Backend>::make_event(backendObject, targetContext);
}
template <backend Backend, typename DataT, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<DataT>>>
buffer<DataT, Dimensions, AllocatorT>
make_buffer(const backend_input_t<Backend, buffer<DataT, Dimensions, AllocatorT>> &backendObject,
            const context &targetContext, event availableEvent = {}) {
  availableEvent.wait();
  return detail::native_objects<Backend>::template make_buffer<DataT, Dimensions, AllocatorT>(
      backendObject, targetContext);
}
template <backend Backend>
kernel make_kernel(const backend_input_t<Backend, kernel> &backendObject,
                   const context &targetContext) {
  return detail::native_objects<Backend>::make_kernel(backendObject, targetContext);
}
template <backend Backend, bundle_state State>
kernel_bundle<State>
make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &backendObject,
                   const context &targetContext) {
  return detail::native_objects<Backend>::template make_kernel_bundle<State>(backendObject,
                                                                             targetContext);
}

} // namespace sycl

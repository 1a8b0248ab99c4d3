// SYCL 2020, appendix C: conversion between SYCL's objects and OpenCL's. OpenCL's objects are
// pointers to incomplete classes, so this needs none of OpenCL's headers.
#pragma once

#include <sycl/backend/interop.hpp>
#include <sycl/detail/memory_box.hpp>
#include <sycl/detail/native_queue.hpp>

#include <vector>

// As OpenCL's headers declare them.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;
struct _cl_program;
struct _cl_kernel;
struct _cl_event;

namespace sycl::inline _V1 {

namespace detail {

template <typename SyclType> struct opencl_types;
template <typename Both> struct one_opencl_type {
  using input = Both;
  using result = Both;
};
template <> struct opencl_types<platform> : one_opencl_type<_cl_platform_id *> {};
template <> struct opencl_types<device> : one_opencl_type<_cl_device_id *> {};
template <> struct opencl_types<context> : one_opencl_type<_cl_context *> {};
template <> struct opencl_types<queue> : one_opencl_type<_cl_command_queue *> {};
template <> struct opencl_types<kernel> : one_opencl_type<_cl_kernel *> {};
template <> struct opencl_types<event> : one_opencl_type<std::vector<_cl_event *>> {};
template <typename DataT, int Dimensions, typename AllocatorT>
struct opencl_types<buffer<DataT, Dimensions, AllocatorT>> {
  using input = _cl_mem *;
  using result = std::vector<_cl_mem *>;
};
template <bundle_state State> struct opencl_types<kernel_bundle<State>> {
  using input = _cl_program *;
  using result = std::vector<_cl_program *>;
};

} // namespace detail

template <> class backend_traits<backend::opencl> {
public:
  template <typename SyclType> using input_type = typename detail::opencl_types<SyclType>::input;
  template <typename SyclType> using return_type = typename detail::opencl_types<SyclType>::result;
};

namespace detail {

// `get` returns a reference that the caller releases (SYCL 2020 §C.7); `borrow` returns one that
// SYCL owns.
template <> struct native_objects<backend::opencl> {
  static constexpr std::uint32_t number = static_cast<std::uint32_t>(backend::opencl);

  static _cl_device_id *borrow(const device &dev) {
    void *object = nullptr;
    check(scythe_native_device(device_access::handle(dev), number, &object));
    return static_cast<_cl_device_id *>(object);
  }
  static _cl_context *borrow(const context &ctx) {
    return static_cast<_cl_context *>(native_context(ctx, backend::opencl));
  }
  static _cl_command_queue *borrow_queue(const native_memories &state) {
    return static_cast<_cl_command_queue *>(state.queue()->object(backend::opencl)->handle);
  }

  template <typename Accessor>
  static std::vector<_cl_mem *> memory(native_memories &state, const Accessor &acc) {
    void *const object = state.object(accessor_access::description(acc), backend::opencl);
    return object ? std::vector<_cl_mem *>{static_cast<_cl_mem *>(object)} : std::vector<_cl_mem *>();
  }

  static _cl_platform_id *get(const platform &plt) {
    void *object = nullptr;
    check(scythe_native_platform(first_device(plt), number, &object));
    return static_cast<_cl_platform_id *>(object);
  }
  static _cl_device_id *get(const device &dev) {
    _cl_device_id *const object = borrow(dev);
    check(scythe_native_retain(device_access::handle(dev), SCYTHE_NATIVE_DEVICE, object));
    return object;
  }
  static _cl_context *get(const context &ctx) {
    _cl_context *const object = borrow(ctx);
    check(scythe_native_retain(first_device(ctx), SCYTHE_NATIVE_CONTEXT, object));
    return object;
  }
  static _cl_command_queue *get(const queue &que) {
    const shared<native_object> own =
        queue_access::impl(que)->native()->object(backend::opencl);
    check(scythe_native_retain(own->device, SCYTHE_NATIVE_QUEUE, own->handle));
    return static_cast<_cl_command_queue *>(own->handle);
  }
  static std::vector<_cl_event *> get(const event &evt) {
    if (evt.get_backend() != backend::opencl)
      throw_error(errc::backend_mismatch, "the event belongs to another backend");
    const scythe_event *const own = event_access::handle(evt);
    if (!own)
      return {};
    const auto queue = event_access::queue(evt).lock();
    const device dev = queue ? queue->sycl_device : first_opencl_device();
    std::vector<void *> objects(most_events);
    std::size_t count = 0;
    check(scythe_native_events(device_access::handle(dev), number, own, objects.data(),
                               objects.size(), &count));
    std::vector<_cl_event *> events;
    for (std::size_t place = 0; place < count && place < objects.size(); ++place)
      events.push_back(static_cast<_cl_event *>(objects[place]));
    return events;
  }
  // Buffers are in memory with addresses, so there is an object only if the buffer was made from
  // one.
  template <typename DataT, int Dimensions, typename AllocatorT>
  static std::vector<_cl_mem *> get(const buffer<DataT, Dimensions, AllocatorT> &buf) {
    const shared<native_object> &own = buffer_access::impl(buf)->native();
    if (!own)
      return {};
    buffer_access::impl(buf)->update_native();
    check(scythe_native_retain(own->device, SCYTHE_NATIVE_MEMORY, own->handle));
    return {static_cast<_cl_mem *>(own->handle)};
  }
  static _cl_kernel *get(const kernel &krn) {
    const scythe_device *const dev = first_device(krn.get_context());
    if (void *const own = kernel_access::native(krn)) {
      check(scythe_native_retain(dev, SCYTHE_NATIVE_KERNEL, own));
      return static_cast<_cl_kernel *>(own);
    }
    void *object = nullptr;
    check(scythe_native_code(dev, number, kernel_access::record(krn), SCYTHE_NATIVE_KERNEL,
                             &object));
    return static_cast<_cl_kernel *>(object);
  }
  template <bundle_state State>
  static std::vector<_cl_program *> get(const kernel_bundle<State> &bundle) {
    if (bundle.get_backend() != backend::opencl)
      throw_error(errc::backend_mismatch, "the kernel bundle belongs to another backend");
    const bundle_impl<State> &impl = *bundle_access::impl(bundle);
    if (impl.native) {
      check(scythe_native_retain(impl.native->device, SCYTHE_NATIVE_PROGRAM, impl.native->handle));
      return {static_cast<_cl_program *>(impl.native->handle)};
    }
    std::vector<_cl_program *> programs;
    for (const device &dev : impl.devices)
      for (const device_image<State> &image : impl.images) {
        const scythe_kernel *const record = device_image_access::kernel(image);
        if (is_compatible(record, dev))
          add_program(programs, device_access::handle(dev), record);
      }
    return programs;
  }

  static platform make_platform(_cl_platform_id *object) {
    const scythe_platform *own = nullptr;
    check(scythe_platform_of_native(number, object, &own));
    return platform_access::make(own);
  }
  static device make_device(_cl_device_id *object) {
    const scythe_device *own = nullptr;
    check(scythe_device_of_native(number, object, &own));
    return device_access::make(own);
  }
  static context make_context(_cl_context *object, const async_handler &handler) {
    std::size_t count = 0;
    check(scythe_native_context_devices(number, object, nullptr, 0, &count));
    std::vector<const scythe_device *> handles(count);
    check(scythe_native_context_devices(number, object, handles.data(), count, &count));
    std::vector<device> devices;
    for (const scythe_device *each : handles)
      devices.push_back(device_access::make(each));
    if (devices.empty())
      throw_error(errc::invalid, "make_context: the OpenCL context has no devices");
    return context_access::make_native(
        devices, handler,
        native_object::retain(handles[0], SCYTHE_NATIVE_CONTEXT, object));
  }
  static queue make_queue(_cl_command_queue *object, const context &ctx,
                          const async_handler &handler) {
    const scythe_device *own = nullptr;
    std::uint32_t flags = 0;
    check(scythe_native_queue_facts(number, object, &own, &flags));
    return queue_access::make_native(ctx, device_access::make(own), handler, flags,
                                     native_object::retain(own, SCYTHE_NATIVE_QUEUE, object));
  }
  static event make_event(const std::vector<_cl_event *> &objects, const context &ctx) {
    const std::vector<void *> handles(objects.begin(), objects.end());
    const scythe_event *made = nullptr;
    check(scythe_event_of_native(first_device(ctx), number, handles.data(), handles.size(), &made));
    return event_access::make(made, weak<queue_impl>());
  }
  template <typename DataT, int Dimensions, typename AllocatorT>
  static buffer<DataT, Dimensions, AllocatorT> make_buffer(_cl_mem *object, const context &ctx) {
    static_assert(Dimensions == 1, "make_buffer: buffers of OpenCL have one dimension");
    const scythe_device *const dev = first_device(ctx);
    std::size_t bytes = 0;
    check(scythe_native_memory_size(dev, number, object, &bytes));
    if (bytes % sizeof(DataT) != 0)
      throw_error(errc::invalid, "make_buffer: the size of the OpenCL buffer is not a multiple of the element size");
    std::vector<unsigned char> contents(bytes);
    check(scythe_native_memory_copy(dev, object, contents.data(), bytes, false));
    return buffer_access::make_native<DataT, AllocatorT>(
        contents.data(), bytes / sizeof(DataT),
        native_object::retain(dev, SCYTHE_NATIVE_MEMORY, object));
  }
  static kernel make_kernel(_cl_kernel *object, const context &ctx) {
    check_backend(ctx);
    return kernel_access::make(
        native_object::retain(first_device(ctx), SCYTHE_NATIVE_KERNEL, object),
        make_counted<bundle_impl<bundle_state::executable>>(ctx, ctx.get_devices()));
  }
  template <bundle_state State>
  static kernel_bundle<State> make_kernel_bundle(_cl_program *object, const context &ctx) {
    check_backend(ctx);
    for (const device &dev : ctx.get_devices())
      check(scythe_native_program_bring_to(device_access::handle(dev), number, object,
                                           static_cast<std::uint32_t>(State)));
    bundle_impl<State> contents(ctx, ctx.get_devices());
    contents.native = native_object::retain(first_device(ctx), SCYTHE_NATIVE_PROGRAM, object);
    return bundle_access::make(std::move(contents));
  }

private:
  // A command has one event; an event that was made from several others has as many.
  static constexpr std::size_t most_events = 1024;

  static void check_backend(const context &ctx) {
    if (ctx.get_backend() != backend::opencl)
      throw_error(errc::backend_mismatch, "the context belongs to another backend");
  }
  static const scythe_device *first_device(const context &ctx) {
    return context_access::impl(ctx)->devices[0];
  }
  static const scythe_device *first_device(const platform &plt) {
    return device_access::handle(plt.get_devices().front());
  }
  static device first_opencl_device() {
    for (const device &dev : device::get_devices())
      if (dev.get_backend() == backend::opencl)
        return dev;
    throw_error(errc::backend_mismatch, "there is no OpenCL device that runs kernels");
  }
  // Kernels of a translation unit share a program.
  static void add_program(std::vector<_cl_program *> &programs, const scythe_device *dev,
                          const scythe_kernel *record) {
    void *object = nullptr;
    check(scythe_native_code(dev, number, record, SCYTHE_NATIVE_PROGRAM, &object));
    for (_cl_program *const known : programs)
      if (known == object) {
        scythe_native_release(dev, SCYTHE_NATIVE_PROGRAM, object);
        return;
      }
    programs.push_back(static_cast<_cl_program *>(object));
  }
};

} // namespace detail

} // namespace sycl

// Objects of CUDA's driver API behind SYCL's (backend::ext_oneapi_cuda). The types are declared
// here as in CUDA's own header, so that it is not needed; programs that call the driver include it
// and link libcuda. SYCL owns the objects, except events, which the caller destroys.
#pragma once

#include <sycl/backend/interop.hpp>
#include <sycl/detail/memory_box.hpp>
#include <sycl/detail/native_queue.hpp>

#include <cstdint>
#include <vector>

// Programs test this macro for the backend.
#ifndef SYCL_EXT_ONEAPI_BACKEND_CUDA
#define SYCL_EXT_ONEAPI_BACKEND_CUDA 1
#endif

extern "C" {
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUfunc_st *CUfunction;
#if defined(_WIN64) || defined(__LP64__)
typedef unsigned long long CUdeviceptr;
#endif
}

namespace sycl::inline _V1 {

namespace detail {

template <typename SyclType> struct cuda_types;
template <typename Both> struct one_cuda_type {
  using input = Both;
  using result = Both;
};
template <> struct cuda_types<platform> : one_cuda_type<std::vector<CUdevice>> {};
template <> struct cuda_types<device> : one_cuda_type<CUdevice> {};
template <> struct cuda_types<context> : one_cuda_type<CUcontext> {};
template <> struct cuda_types<queue> : one_cuda_type<CUstream> {};
template <> struct cuda_types<event> : one_cuda_type<CUevent> {};
template <> struct cuda_types<kernel> : one_cuda_type<CUfunction> {};
template <typename DataT, int Dimensions, typename AllocatorT>
struct cuda_types<buffer<DataT, Dimensions, AllocatorT>> : one_cuda_type<CUdeviceptr> {};

} // namespace detail

template <> class backend_traits<backend::ext_oneapi_cuda> {
public:
  template <typename SyclType> using input_type = typename detail::cuda_types<SyclType>::input;
  template <typename SyclType> using return_type = typename detail::cuda_types<SyclType>::result;
};

namespace detail {

// There are no kernels and bundles of CUDA objects.
template <> struct native_objects<backend::ext_oneapi_cuda> {
  static constexpr backend which = backend::ext_oneapi_cuda;
  static constexpr std::uint32_t number = static_cast<std::uint32_t>(which);

  static CUdevice borrow(const device &dev) {
    void *object = nullptr;
    check(scythe_native_device(device_access::handle(dev), number, &object));
    return static_cast<CUdevice>(reinterpret_cast<std::uintptr_t>(object)) - 1;
  }
  static CUcontext borrow(const context &ctx) {
    return static_cast<CUcontext>(native_context(ctx, which));
  }
  static CUstream borrow_queue(const native_memories &state) {
    return static_cast<CUstream>(state.queue()->object(which)->handle);
  }
  template <typename Accessor>
  static CUdeviceptr memory(native_memories &state, const Accessor &acc) {
    return reinterpret_cast<CUdeviceptr>(
        state.object(accessor_access::description(acc), which));
  }

  static std::vector<CUdevice> get(const platform &plt) {
    std::vector<CUdevice> all;
    for (const device &dev : plt.get_devices())
      all.push_back(borrow(dev));
    return all;
  }
  static CUdevice get(const device &dev) { return borrow(dev); }
  static CUcontext get(const context &ctx) { return borrow(ctx); }
  // An in-order queue is a stream, in which the program's own commands are ordered with SYCL's.
  // Other queues have a stream in addition to those of their commands.
  static CUstream get(const queue &que) {
    if (que.get_backend() != which)
      throw_error(errc::backend_mismatch, "the queue belongs to another backend");
    const auto &impl = queue_access::impl(que);
    void *own = nullptr;
    check(scythe_native_queue_of(impl->handle, &own));
    return static_cast<CUstream>(own ? own : impl->native()->object(which)->handle);
  }
  // Null for an event without a command.
  static CUevent get(const event &evt) {
    if (evt.get_backend() != which)
      throw_error(errc::backend_mismatch, "the event belongs to another backend");
    const scythe_event *const own = event_access::handle(evt);
    const auto queue = event_access::queue(evt).lock();
    if (!own || !queue)
      return nullptr;
    void *object = nullptr;
    std::size_t count = 0;
    check(scythe_native_events(device_access::handle(queue->sycl_device), number, own, &object, 1,
                               &count));
    return static_cast<CUevent>(object);
  }
  // Zero if the buffer was not made from CUDA memory: it may have several places, and move.
  template <typename DataT, int Dimensions, typename AllocatorT>
  static CUdeviceptr get(const buffer<DataT, Dimensions, AllocatorT> &buf) {
    const shared<native_object> &own = buffer_access::impl(buf)->native();
    if (!own)
      return 0;
    buffer_access::impl(buf)->update_native();
    return reinterpret_cast<CUdeviceptr>(own->handle);
  }
  static CUfunction get(const kernel &krn) {
    void *object = nullptr;
    check(scythe_native_code(context_access::impl(krn.get_context())->devices[0], number,
                             kernel_access::record(krn), SCYTHE_NATIVE_KERNEL, &object));
    return static_cast<CUfunction>(object);
  }

  static device make_device(CUdevice object) {
    const scythe_device *own = nullptr;
    void *const handle = reinterpret_cast<void *>(static_cast<std::uintptr_t>(object) + 1);
    check(scythe_device_of_native(number, handle, &own));
    return device_access::make(own);
  }
  static platform make_platform(const std::vector<CUdevice> &objects) {
    if (objects.empty())
      throw_error(errc::invalid, "make_platform: there are no devices");
    return make_device(objects.front()).get_platform();
  }
  // The context of the device: SYCL always uses the primary context.
  static context make_context(CUcontext object, const async_handler &handler) {
    const scythe_device *own = nullptr;
    std::size_t count = 0;
    check(scythe_native_context_devices(number, object, &own, 1, &count));
    const device dev = device_access::make(own);
    const context made(dev, handler);
    if (borrow(made) != object)
      throw_error(errc::invalid, "make_context: this is not the primary context of its device");
    return made;
  }
  // The queue's commands go to the stream, which must exist until they are complete, ordered with
  // the program's own. A default stream is one of the context's first device.
  static queue make_queue(CUstream object, const context &ctx, const async_handler &handler) {
    check_backend(ctx);
    const scythe_device *own = context_access::impl(ctx)->devices[0];
    std::uint32_t flags = 0;
    if (reinterpret_cast<std::uintptr_t>(object) > last_default_stream)
      check(scythe_native_queue_facts(number, object, &own, &flags));
    return queue_access::make_adopted(ctx, device_access::make(own), handler, object);
  }
  // A buffer of all memory from the address to the end of the allocation. It starts with a copy of
  // the contents, which is written back when it is destroyed.
  template <typename DataT, int Dimensions, typename AllocatorT>
  static buffer<DataT, Dimensions, AllocatorT> make_buffer(CUdeviceptr object, const context &ctx) {
    static_assert(Dimensions == 1, "make_buffer: buffers of CUDA's memory have one dimension");
    check_backend(ctx);
    void *const handle = reinterpret_cast<void *>(object);
    const scythe_device *const dev = context_access::impl(ctx)->devices[0];
    std::size_t bytes = 0;
    check(scythe_native_memory_size(dev, number, handle, &bytes));
    if (bytes % sizeof(DataT) != 0)
      throw_error(errc::invalid, "make_buffer: the size of the memory is not a multiple of the element size");
    std::vector<unsigned char> contents(bytes);
    check(scythe_native_memory_copy(dev, handle, contents.data(), bytes, false));
    return buffer_access::make_native<DataT, AllocatorT>(
        contents.data(), bytes / sizeof(DataT),
        native_object::retain(dev, SCYTHE_NATIVE_MEMORY, handle));
  }
  static event make_event(CUevent object, const context &ctx) {
    void *const handle = object;
    const scythe_event *made = nullptr;
    check(scythe_event_of_native(context_access::impl(ctx)->devices[0], number, &handle, 1, &made));
    return event_access::make(made, weak<queue_impl>());
  }

private:
  // CU_STREAM_LEGACY, CU_STREAM_PER_THREAD and zero are not objects.
  static constexpr std::uintptr_t last_default_stream = 2;

  static void check_backend(const context &ctx) {
    if (ctx.get_backend() != which)
      throw_error(errc::backend_mismatch, "the context belongs to another backend");
  }
};

} // namespace detail
} // namespace sycl

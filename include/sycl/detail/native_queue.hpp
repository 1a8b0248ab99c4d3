// The backend's queue of a SYCL queue, made on demand, and the memory that a host task uses with
// it.
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/native_object.hpp>

#include <mutex>
#include <vector>

namespace sycl::inline _V1::detail {

// The backend's context of a SYCL context, which owns it.
inline void *native_context(const context &syclContext, backend wanted) {
  const context_impl &impl = *context_access::impl(syclContext);
  if (impl.element_at(0).get_backend() != wanted)
    throw_error(errc::backend_mismatch, "the context belongs to another backend");
  if (impl.native)
    return impl.native->handle;
  void *handle = nullptr;
  check(scythe_native_context(impl.devices[0], backend_number(wanted), &handle));
  return handle;
}

class native_queue : public counted {
public:
  native_queue(const device &dev, const context &ctx, std::uint32_t flags,
               shared<native_object> object = {})
      : sycl_device(dev), sycl_context(ctx), flags_(flags), object_(std::move(object)) {}

  shared<native_object> object(backend wanted) {
    if (sycl_device.get_backend() != wanted)
      throw_error(errc::backend_mismatch, "the queue belongs to another backend");
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!object_) {
      const scythe_device *const own = device_access::handle(sycl_device);
      void *handle = nullptr;
      check(scythe_native_queue_create(own, native_context(sycl_context, wanted), flags_, &handle));
      object_ = make_counted<native_object>(own, std::uint32_t{SCYTHE_NATIVE_QUEUE}, handle);
    }
    return object_;
  }

  const device sycl_device;
  const context sycl_context;

private:
  std::uint32_t flags_; // SCYTHE_QUEUE_*
  std::mutex mutex_;
  shared<native_object> object_;
};

// The memory objects for one run of a host task. Their contents are written back at its end.
class native_memories {
public:
  explicit native_memories(const shared<native_queue> &queue) : queue_(queue) {}
  native_memories(const native_memories &) = delete;
  native_memories &operator=(const native_memories &) = delete;

  const shared<native_queue> &queue() const noexcept { return queue_; }

  // The memory of an accessor's buffer. Null if there is none.
  void *object(const scythe_access &access, backend wanted) {
    const shared<native_object> queue = queue_->object(wanted);
    std::size_t bytes = access.element_size;
    for (std::size_t count : access.buffer_range)
      bytes *= count;
    if (bytes == 0)
      return nullptr;
    void *start = nullptr;
    check(scythe_buffer_address(access.buffer, queue->device, access.mode, &start));
    void *const address = static_cast<unsigned char *>(start) + access.byte_offset;
    const bool written = access.mode & SCYTHE_ACCESS_WRITE;
    for (lent_memory &known : lent_)
      if (known.address == address && known.bytes == bytes) {
        known.written |= written;
        return known.object;
      }
    void *made = nullptr;
    check(scythe_native_lend(queue->device, native_context(queue_->sycl_context, wanted),
                             queue->handle, address, bytes, &made));
    lent_.push_back({queue, address, bytes, made, written});
    return made;
  }

  // The first failure is reported after everything has been written back.
  void take_back() {
    scythe_status first = 0;
    std::string message;
    for (const lent_memory &known : lent_) {
      const scythe_status status =
          scythe_native_take_back(known.queue->device, known.queue->handle, known.address,
                                  known.bytes, known.object, known.written);
      if (status != 0 && first == 0) {
        first = status;
        message = scythe_error_message();
      }
    }
    lent_.clear();
    if (first != 0)
      throw_error(static_cast<errc>(first), message.c_str());
  }

private:
  struct lent_memory {
    shared<native_object> queue;
    void *address;
    std::size_t bytes;
    void *object;
    bool written;
  };

  shared<native_queue> queue_;
  std::vector<lent_memory> lent_;
};

} // namespace sycl::detail

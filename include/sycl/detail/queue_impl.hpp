// The state that copies of a queue share.
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/async_errors.hpp>
#include <sycl/detail/native_queue.hpp>

namespace sycl::inline _V1::detail {

// A queue of the backend for its commands.
struct adopted_queue {
  void *object;
};

// A queue of the runtime that another object owns.
struct borrowed_queue {
  scythe_queue *handle;
};

struct queue_impl : counted {
  queue_impl(const context &ctx, const device &dev, borrowed_queue borrowed, std::uint32_t flags)
      : handle(borrowed.handle), sycl_device(dev), sycl_context(ctx), flags(flags),
        errors(make_counted<async_errors>(context_access::impl(ctx)->handler)), is_borrowed(true) {}

  queue_impl(const context &ctx, const device &dev, const async_handler &handler,
             const property_list &propList, std::uint32_t flags,
             const adopted_queue *adopted = nullptr)
      : sycl_device(dev), sycl_context(ctx), properties(propList), flags(flags),
        errors(make_counted<async_errors>(handler ? handler : context_access::impl(ctx)->handler)) {
    if (!context_access::contains(ctx, dev))
      throw_error(errc::invalid, "queue: the context does not contain the device");
    if ((flags & SCYTHE_QUEUE_PROFILING) && !dev.has(aspect::queue_profiling))
      throw_error(errc::feature_not_supported, "queue: the device cannot profile commands");
    const scythe_device *const own = device_access::handle(dev);
    check(adopted ? scythe_queue_of_native(own, backend_number(dev.get_backend()), adopted->object,
                                           &handle)
                  : scythe_queue_create(own, flags, &handle));
  }
  queue_impl(const queue_impl &) = delete;
  queue_impl &operator=(const queue_impl &) = delete;

  // Commands in progress continue without the queue (SYCL 2020 §4.6.5).
  ~queue_impl() {
    if (!is_borrowed) {
      throw_asynchronous();
      scythe_queue_release(handle);
    }
    while (followed_queue *first = followed) {
      followed = first->next;
      delete first;
    }
  }

  // Passes all unconsumed errors to the handler.
  void throw_asynchronous() {
    scythe_status code = 0;
    const char *message = nullptr;
    while (scythe_queue_take_error(handle, &code, &message) == 0 && code != 0)
      errors->add(std::make_exception_ptr(native_error::with(
          exception(sycl_context, static_cast<int>(code), sycl_category(), message),
          scythe_error_native())));
    errors->report();
  }

  // A command of this queue depends on one of the other.
  void follow(const weak<queue_impl> &other) {
    const std::lock_guard<std::mutex> lock(followed_mutex);
    for (followed_queue **place = &followed; *place;) {
      followed_queue *const known = *place;
      if (known->queue == other)
        return;
      if (known->queue.expired()) {
        *place = known->next;
        delete known;
      } else {
        place = &known->next;
      }
    }
    followed = new followed_queue{other, followed};
  }

  // The errors for wait_and_throw of an event: those of this queue and of all queues on whose
  // commands its commands depended (SYCL 2020 §4.6.6).
  static void throw_related(const shared<queue_impl> &queue) {
    std::vector<shared<queue_impl>> related{queue};
    for (std::size_t idx = 0; idx < related.size(); ++idx)
      related[idx]->add_followed(related);
    for (const shared<queue_impl> &each : related)
      each->throw_asynchronous();
  }

  // The backend's queue, on demand; the program may have made this queue from it.
  shared<native_queue> native(shared<native_object> object = {}) {
    const std::lock_guard<std::mutex> lock(followed_mutex);
    if (!native_ && !object) {
      // The queue of its commands, if there is a single one.
      void *own = nullptr;
      check(scythe_native_queue_of(handle, &own));
      if (own)
        object = make_counted<native_object>(device_access::handle(sycl_device),
                                             std::uint32_t{SCYTHE_NATIVE_QUEUE}, own);
    }
    if (!native_)
      native_ = make_counted<native_queue>(sycl_device, sycl_context, flags, std::move(object));
    return native_;
  }

  scythe_queue *handle = nullptr;
  device sycl_device;
  context sycl_context;
  property_list properties;
  std::uint32_t flags; // SCYTHE_QUEUE_*
  shared<async_errors> errors;
  bool is_borrowed = false;

private:
  struct followed_queue {
    weak<queue_impl> queue;
    followed_queue *next;
  };

  void add_followed(std::vector<shared<queue_impl>> &queues) {
    const std::lock_guard<std::mutex> lock(followed_mutex);
    for (const followed_queue *each = followed; each; each = each->next)
      if (shared<queue_impl> other = each->queue.lock()) {
        bool known = false;
        for (const shared<queue_impl> &queue : queues)
          known |= queue == other;
        if (!known)
          queues.push_back(std::move(other));
      }
  }

  std::mutex followed_mutex; // also of native_
  followed_queue *followed = nullptr;
  shared<native_queue> native_;
};

} // namespace sycl::detail

// What the copies of a queue share.
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/async_errors.hpp>

namespace sycl::detail {

struct queue_impl {
  queue_impl(const context &ctx, const device &dev, const async_handler &handler,
             const property_list &propList, std::uint32_t flags)
      : sycl_device(dev), sycl_context(ctx), properties(propList), flags(flags),
        errors(std::make_shared<async_errors>(handler ? handler
                                                      : context_access::impl(ctx)->handler)) {
    if (!context_access::contains(ctx, dev))
      throw_error(errc::invalid, "queue: the context does not contain the device");
    if ((flags & SCYTHE_QUEUE_PROFILING) && !dev.has(aspect::queue_profiling))
      throw_error(errc::feature_not_supported, "queue: the device cannot profile commands");
    check(scythe_queue_create(device_access::handle(dev), flags, &handle));
  }
  queue_impl(const queue_impl &) = delete;
  queue_impl &operator=(const queue_impl &) = delete;

  // Commands still under way go on without the queue (SYCL 2020 §4.6.5).
  ~queue_impl() {
    throw_asynchronous();
    scythe_queue_release(handle);
  }

  // Passes all unconsumed errors to the handler.
  void throw_asynchronous() {
    scythe_status code = 0;
    const char *message = nullptr;
    while (scythe_queue_take_error(handle, &code, &message) == 0 && code != 0)
      errors->add(std::make_exception_ptr(
          exception(sycl_context, static_cast<int>(code), sycl_category(), message)));
    errors->report();
  }

  scythe_queue *handle = nullptr;
  device sycl_device;
  context sycl_context;
  property_list properties;
  std::uint32_t flags; // SCYTHE_QUEUE_*
  std::shared_ptr<async_errors> errors;
};

} // namespace sycl::detail

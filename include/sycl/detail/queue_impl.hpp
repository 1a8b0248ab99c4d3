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

  // A command of this queue waits for one of the other.
  void follow(const std::weak_ptr<queue_impl> &other) {
    const std::lock_guard<std::mutex> lock(followed_mutex);
    std::size_t kept = 0;
    for (std::weak_ptr<queue_impl> &known : followed) {
      if (!known.owner_before(other) && !other.owner_before(known))
        return;
      if (!known.expired())
        std::swap(followed[kept++], known);
    }
    followed.resize(kept);
    followed.push_back(other);
  }

  // What wait_and_throw of an event reports: the errors of this queue and of
  // all queues whose commands its commands waited for (SYCL 2020 §4.6.6).
  static void throw_related(const std::shared_ptr<queue_impl> &queue) {
    std::vector<std::shared_ptr<queue_impl>> related{queue};
    for (std::size_t i = 0; i < related.size(); ++i)
      related[i]->add_followed(related);
    for (const std::shared_ptr<queue_impl> &each : related)
      each->throw_asynchronous();
  }

  scythe_queue *handle = nullptr;
  device sycl_device;
  context sycl_context;
  property_list properties;
  std::uint32_t flags; // SCYTHE_QUEUE_*
  std::shared_ptr<async_errors> errors;

private:
  void add_followed(std::vector<std::shared_ptr<queue_impl>> &queues) {
    std::vector<std::weak_ptr<queue_impl>> others;
    {
      const std::lock_guard<std::mutex> lock(followed_mutex);
      others = followed;
    }
    for (const std::weak_ptr<queue_impl> &each : others)
      if (std::shared_ptr<queue_impl> other = each.lock()) {
        bool known = false;
        for (const std::shared_ptr<queue_impl> &queue : queues)
          known |= queue == other;
        if (!known)
          queues.push_back(std::move(other));
      }
  }

  std::mutex followed_mutex;
  std::vector<std::weak_ptr<queue_impl>> followed;
};

} // namespace sycl::detail

// SYCL 2020 §4.6.6.
#pragma once

#include <sycl/detail/queue_impl.hpp>
#include <sycl/info/event.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct event_access;
}

class event {
public:
  // A complete event without a command, different from all others.
  event() noexcept : ordinal_(next_ordinal()) {}

  event(const event &other) noexcept
      : handle_(other.handle_), ordinal_(other.ordinal_), queue_(other.queue_) {
    if (handle_)
      scythe_event_retain(handle_);
  }
  event(event &&other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), ordinal_(other.ordinal_),
        queue_(std::move(other.queue_)) {}
  event &operator=(const event &other) noexcept {
    event(other).swap(*this);
    return *this;
  }
  event &operator=(event &&other) noexcept {
    event(std::move(other)).swap(*this);
    return *this;
  }
  ~event() {
    if (handle_)
      scythe_event_release(handle_);
  }

  backend get_backend() const noexcept {
    if (const auto queue = queue_.lock())
      return queue->sycl_device.get_backend();
    return device().get_backend();
  }

  // The dependencies that are not complete.
  std::vector<event> get_wait_list() {
    if (!handle_)
      return {};
    std::size_t count = 0;
    detail::check(scythe_event_wait_list(handle_, nullptr, 0, &count));
    // Dependencies only become complete, so the list never grows in between.
    std::vector<const scythe_event *> handles(count);
    detail::check(scythe_event_wait_list(handle_, handles.data(), handles.size(), &count));
    std::vector<event> events;
    for (std::size_t idx = 0; idx < count && idx < handles.size(); ++idx)
      events.push_back(event(handles[idx], queue_));
    return events;
  }

  void wait() {
    if (handle_)
      detail::check(scythe_event_wait(handle_));
  }
  static void wait(const std::vector<event> &eventList) {
    for (event dependency : eventList)
      dependency.wait();
  }

  void wait_and_throw() {
    wait();
    if (const auto queue = queue_.lock())
      detail::queue_impl::throw_related(queue);
  }
  static void wait_and_throw(const std::vector<event> &eventList) {
    for (event dependency : eventList)
      dependency.wait_and_throw();
  }

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::event_descriptor, Param>,
                  "event::get_info takes a descriptor from sycl::info::event");
    if constexpr (std::is_same_v<Param, info::event::reference_count>)
      return 1;
    else
      return handle_ ? status() : info::event_command_status::complete;
  }

  template <typename Param> typename Param::return_type get_profiling_info() const {
    static_assert(std::is_base_of_v<detail::event_profiling_descriptor, Param>,
                  "event::get_profiling_info takes a descriptor from sycl::info::event_profiling");
    if (!handle_)
      detail::throw_error(errc::invalid, "get_profiling_info: the event belongs to no command");
    std::uint64_t nanoseconds = 0;
    detail::check(scythe_event_profiling(handle_, Param::scythe_key, &nanoseconds));
    return nanoseconds;
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<event> &other) const noexcept;
  bool ext_oneapi_owner_before(const event &other) const noexcept;

  friend bool operator==(const event &lhs, const event &rhs) noexcept {
    return lhs.handle_ == rhs.handle_ && lhs.ordinal_ == rhs.ordinal_;
  }
  friend bool operator!=(const event &lhs, const event &rhs) noexcept { return !(lhs == rhs); }

private:
  friend struct detail::event_access;
  friend struct std::hash<event>;

  static std::size_t next_ordinal() noexcept {
    static std::size_t last = 0;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  }

  // Takes ownership of a reference.
  event(const scythe_event *handle, detail::weak<detail::queue_impl> queue) noexcept
      : handle_(handle), queue_(std::move(queue)) {}

  info::event_command_status status() const {
    const std::uint32_t status = scythe_event_status(handle_);
    if (status == SCYTHE_EVENT_RECORDED)
      detail::throw_error(errc::invalid, "the event is of a command that was recorded to a graph, "
                                         "which does not run by itself");
    return static_cast<info::event_command_status>(status);
  }

  void swap(event &other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(ordinal_, other.ordinal_);
    std::swap(queue_, other.queue_);
  }

  const scythe_event *handle_ = nullptr;
  // Distinguishes events without a command; 0 for all others.
  std::size_t ordinal_ = 0;
  // For wait_and_throw; the event does not keep the queue alive.
  detail::weak<detail::queue_impl> queue_;
};

namespace detail {

struct event_access {
  static event make(const scythe_event *handle, const shared<queue_impl> &queue) noexcept {
    return event(handle, queue);
  }
  static event make(const scythe_event *handle, const weak<queue_impl> &queue) noexcept {
    return event(handle, queue);
  }
  // No dependency.
  static event none() noexcept { return event(nullptr, {}); }
  static const scythe_event *handle(const event &event) noexcept { return event.handle_; }
  static const weak<queue_impl> &queue(const event &event) noexcept {
    return event.queue_;
  }
};

} // namespace detail
} // namespace sycl

template <> struct std::hash<sycl::event> {
  std::size_t operator()(const sycl::event &event) const noexcept {
    return std::hash<const void *>()(event.handle_) ^ event.ordinal_;
  }
};

// Of the extension sycl_ext_oneapi_weak_object: references that do not keep what copies of
// a SYCL object share. Accessors, local accessors and streams share nothing with their
// copies, so there are none to them. Devices and platforms are there as long as the
// program is.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/queue.hpp>

#include <functional>
#include <optional>
#include <utility>

namespace sycl::inline _V1 {

namespace detail {

// `watch` and `lock` go from an object to its weak reference and back; objects with the
// same owner share what they are. Owners are in the order of their addresses.
template <typename SYCLObjT> struct weak_traits;

template <> struct weak_traits<queue> {
  using reference = weak<queue_impl>;
  static reference watch(const queue &object) noexcept { return queue_access::impl(object); }
  static std::optional<queue> lock(const reference &from) noexcept {
    shared<queue_impl> impl = from.lock();
    return impl ? std::optional<queue>(queue_access::make(std::move(impl))) : std::nullopt;
  }
  static const void *owner(const reference &held) noexcept { return held.owner(); }
};

template <> struct weak_traits<context> {
  using reference = weak<context_impl>;
  static reference watch(const context &object) noexcept { return context_access::impl(object); }
  static std::optional<context> lock(const reference &from) noexcept {
    shared<context_impl> impl = from.lock();
    return impl ? std::optional<context>(context_access::make(std::move(impl))) : std::nullopt;
  }
  static const void *owner(const reference &held) noexcept { return held.owner(); }
};

template <typename DataT, int Dimensions, typename AllocatorT>
struct weak_traits<buffer<DataT, Dimensions, AllocatorT>> {
  using object_type = buffer<DataT, Dimensions, AllocatorT>;
  struct reference {
    weak<buffer_impl> impl;
    // Empty references have none.
    std::optional<buffer_access::view<DataT, Dimensions, AllocatorT>> view;
  };
  static reference watch(const object_type &object) noexcept {
    return {buffer_access::impl(object), buffer_access::view_of(object)};
  }
  static std::optional<object_type> lock(const reference &from) noexcept {
    shared<buffer_impl> impl = from.impl.lock();
    return impl ? std::optional<object_type>(buffer_access::make(std::move(impl), *from.view))
                : std::nullopt;
  }
  static const void *owner(const reference &held) noexcept { return held.impl.owner(); }
};

template <bundle_state State> struct weak_traits<kernel_bundle<State>> {
  using object_type = kernel_bundle<State>;
  using reference = weak<bundle_impl<State>>;
  static reference watch(const object_type &object) noexcept { return bundle_access::impl(object); }
  static std::optional<object_type> lock(const reference &from) noexcept {
    shared<bundle_impl<State>> impl = from.lock();
    return impl ? std::optional<object_type>(bundle_access::make(std::move(impl))) : std::nullopt;
  }
  static const void *owner(const reference &held) noexcept { return held.owner(); }
};

// A kernel is there as long as its bundle is.
template <> struct weak_traits<kernel> {
  struct reference {
    weak<bundle_impl<bundle_state::executable>> bundle;
    const scythe_kernel *record = nullptr;
    weak<native_object> native;
  };
  static reference watch(const kernel &object) noexcept {
    return {kernel_access::bundle(object), kernel_access::record(object),
            kernel_access::native_impl(object)};
  }
  static std::optional<kernel> lock(const reference &from) noexcept {
    shared<bundle_impl<bundle_state::executable>> bundle = from.bundle.lock();
    shared<native_object> native = from.native.lock();
    if (!bundle || (!from.record && !native))
      return std::nullopt;
    return kernel_access::make(from.record, std::move(native), std::move(bundle));
  }
  static std::pair<const void *, const void *> owner(const reference &held) noexcept {
    return {held.bundle.owner(), held.record ? held.record : held.native.owner()};
  }
};

template <> struct weak_traits<event> {
  // An event without a command shares nothing, so that it is gone at once.
  class reference {
  public:
    reference() noexcept = default;
    explicit reference(const event &object) noexcept
        : weak_(scythe_event_watch(event_access::handle(object))),
          queue_(event_access::queue(object)) {}
    reference(const reference &other) noexcept : weak_(other.weak_), queue_(other.queue_) {
      scythe_weak_event_retain(weak_);
    }
    reference(reference &&other) noexcept
        : weak_(std::exchange(other.weak_, nullptr)), queue_(std::move(other.queue_)) {}
    reference &operator=(reference other) noexcept {
      std::swap(weak_, other.weak_);
      std::swap(queue_, other.queue_);
      return *this;
    }
    ~reference() { scythe_weak_event_release(weak_); }

    std::optional<event> lock() const noexcept {
      const scythe_event *const handle = scythe_weak_event_lock(weak_);
      return handle ? std::optional<event>(event_access::make(handle, queue_)) : std::nullopt;
    }
    const void *owner() const noexcept { return weak_; }

  private:
    const scythe_weak_event *weak_ = nullptr;
    weak<queue_impl> queue_;
  };
  static reference watch(const event &object) noexcept { return reference(object); }
  static std::optional<event> lock(const reference &from) noexcept { return from.lock(); }
  static const void *owner(const reference &held) noexcept { return held.owner(); }
};

template <> struct weak_traits<device> {
  using reference = const scythe_device *;
  static reference watch(const device &object) noexcept { return device_access::handle(object); }
  static std::optional<device> lock(reference from) noexcept {
    return from ? std::optional<device>(device_access::make(from)) : std::nullopt;
  }
  static const void *owner(reference held) noexcept { return held; }
};

template <> struct weak_traits<platform> {
  using reference = const scythe_platform *;
  static reference watch(const platform &object) noexcept {
    return platform_access::handle(object);
  }
  static std::optional<platform> lock(reference from) noexcept {
    return from ? std::optional<platform>(platform_access::make(from)) : std::nullopt;
  }
  static const void *owner(reference held) noexcept { return held; }
};

} // namespace detail

namespace ext::oneapi {

template <typename SYCLObjT> class weak_object {
  using traits = detail::weak_traits<SYCLObjT>;

public:
  using object_type = SYCLObjT;

  weak_object() noexcept = default;
  weak_object(const SYCLObjT &syclObj) noexcept : reference_(traits::watch(syclObj)) {}
  weak_object(const weak_object &) noexcept = default;
  weak_object(weak_object &&) noexcept = default;
  weak_object &operator=(const SYCLObjT &syclObj) noexcept {
    reference_ = traits::watch(syclObj);
    return *this;
  }
  weak_object &operator=(const weak_object &) noexcept = default;
  weak_object &operator=(weak_object &&) noexcept = default;

  void reset() noexcept { reference_ = {}; }
  void swap(weak_object &other) noexcept { std::swap(reference_, other.reference_); }

  bool expired() const noexcept { return !try_lock(); }
  std::optional<SYCLObjT> try_lock() const noexcept { return traits::lock(reference_); }
  SYCLObjT lock() const {
    std::optional<SYCLObjT> object = try_lock();
    if (!object)
      detail::throw_error(errc::invalid, "weak_object::lock: the object is gone");
    return *std::move(object);
  }

  bool owner_before(const weak_object &other) const noexcept {
    return std::less<>()(traits::owner(reference_), traits::owner(other.reference_));
  }
  bool owner_before(const SYCLObjT &other) const noexcept {
    return owner_before(weak_object(other));
  }

private:
  typename traits::reference reference_{};
};

template <typename SYCLObjT> struct owner_less {
  bool operator()(const weak_object<SYCLObjT> &lhs,
                  const weak_object<SYCLObjT> &rhs) const noexcept {
    return lhs.owner_before(rhs);
  }
  bool operator()(const weak_object<SYCLObjT> &lhs, const SYCLObjT &rhs) const noexcept {
    return lhs.owner_before(rhs);
  }
  bool operator()(const SYCLObjT &lhs, const weak_object<SYCLObjT> &rhs) const noexcept {
    return weak_object<SYCLObjT>(lhs).owner_before(rhs);
  }
};

} // namespace ext::oneapi

#define SCYTHE_OWNER_BEFORE(name)                                                                  \
  inline bool name::ext_oneapi_owner_before(const ext::oneapi::weak_object<name> &other)           \
      const noexcept {                                                                             \
    return ext::oneapi::weak_object<name>(*this).owner_before(other);                              \
  }                                                                                                \
  inline bool name::ext_oneapi_owner_before(const name &other) const noexcept {                    \
    return ext::oneapi::weak_object<name>(*this).owner_before(other);                              \
  }
SCYTHE_OWNER_BEFORE(context)
SCYTHE_OWNER_BEFORE(device)
SCYTHE_OWNER_BEFORE(event)
SCYTHE_OWNER_BEFORE(kernel)
SCYTHE_OWNER_BEFORE(platform)
SCYTHE_OWNER_BEFORE(queue)
#undef SCYTHE_OWNER_BEFORE

template <bundle_state State>
bool kernel_bundle<State>::ext_oneapi_owner_before(
    const ext::oneapi::weak_object<kernel_bundle> &other) const noexcept {
  return ext::oneapi::weak_object<kernel_bundle>(*this).owner_before(other);
}
template <bundle_state State>
bool kernel_bundle<State>::ext_oneapi_owner_before(const kernel_bundle &other) const noexcept {
  return ext::oneapi::weak_object<kernel_bundle>(*this).owner_before(other);
}

template <typename DataT, int Dimensions, typename AllocatorT>
bool buffer<DataT, Dimensions, AllocatorT>::ext_oneapi_owner_before(
    const ext::oneapi::weak_object<buffer> &other) const noexcept {
  return ext::oneapi::weak_object<buffer>(*this).owner_before(other);
}
template <typename DataT, int Dimensions, typename AllocatorT>
bool buffer<DataT, Dimensions, AllocatorT>::ext_oneapi_owner_before(
    const buffer &other) const noexcept {
  return ext::oneapi::weak_object<buffer>(*this).owner_before(other);
}

} // namespace sycl

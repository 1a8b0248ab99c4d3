// From the extension sycl_ext_oneapi_weak_object: references that do not keep the shared state of
// SYCL objects alive. Accessors of command groups, local accessors and streams share nothing with
// their copies, which are equivalent until the command group ends: a weak object of one contains a
// copy, and expires only when it is reset. Devices, platforms and names of kernels live as long as
// the program.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/buffer.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/queue.hpp>
#include <sycl/stream.hpp>

#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace sycl::inline _V1 {

namespace detail {

// `watch` and `lock` convert between an object and its weak reference; objects with the same owner
// share their state. Owners are ordered by address.
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

// A kernel lives as long as its bundle.
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
  // An event without a command shares nothing, so it expires at once.
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

template <> struct weak_traits<kernel_id> {
  using reference = const scythe_kernel *;
  static reference watch(const kernel_id &object) noexcept {
    return kernel_id_access::kernel(object);
  }
  static std::optional<kernel_id> lock(reference from) noexcept {
    return from ? std::optional<kernel_id>(kernel_id_access::make(from)) : std::nullopt;
  }
  static const void *owner(reference held) noexcept { return held; }
};

// Objects that share nothing. `KeyT` distinguishes them as `operator==` does.
template <typename SYCLObjT, typename KeyT> struct copy_traits {
  using reference = std::optional<SYCLObjT>;
  static reference watch(const SYCLObjT &object) noexcept { return object; }
  static reference lock(const reference &from) noexcept { return from; }
  static auto owner(const reference &held) noexcept {
    using key = decltype(KeyT::key_of(*held));
    return held ? std::optional<key>(KeyT::key_of(*held)) : std::nullopt;
  }
};

// A host accessor without the reference that keeps its buffer alive, and a weak reference to the
// buffer.
template <typename HostAccessorT> struct host_access_traits {
  struct reference {
    weak<host_access> access;
    std::optional<HostAccessorT> released;
  };
  template <typename BaseT>
  static reference watch_as(const HostAccessorT &object, shared<host_access> BaseT::*member) {
    reference made{object.*member, object};
    (*made.released).*member = {};
    return made;
  }
  template <typename BaseT>
  static std::optional<HostAccessorT> lock_as(const reference &from,
                                              shared<host_access> BaseT::*member) {
    shared<host_access> access = from.access.lock();
    if (!access)
      return std::nullopt;
    std::optional<HostAccessorT> object = from.released;
    (*object).*member = std::move(access);
    return object;
  }
  static const void *owner(const reference &held) noexcept { return held.access.owner(); }
};

template <typename DataT, int Dimensions, access_mode AccessMode>
struct weak_traits<host_accessor<DataT, Dimensions, AccessMode>>
    : host_access_traits<host_accessor<DataT, Dimensions, AccessMode>> {
  using object_type = host_accessor<DataT, Dimensions, AccessMode>;
  using typename host_access_traits<object_type>::reference;
  static constexpr auto member = &object_type::access_;
  static reference watch(const object_type &object) noexcept {
    return weak_traits::watch_as(object, member);
  }
  static std::optional<object_type> lock(const reference &from) noexcept {
    return weak_traits::lock_as(from, member);
  }
};

// The SYCL 1.2.1 host accessor.
template <typename DataT, int Dimensions, access_mode AccessMode, access::placeholder IsPlaceholder>
struct weak_traits<accessor<DataT, Dimensions, AccessMode, target::host_buffer, IsPlaceholder>>
    : host_access_traits<
          accessor<DataT, Dimensions, AccessMode, target::host_buffer, IsPlaceholder>> {
  using object_type = accessor<DataT, Dimensions, AccessMode, target::host_buffer, IsPlaceholder>;
  using typename host_access_traits<object_type>::reference;
  static constexpr auto member = weak_traits<host_accessor<DataT, Dimensions, AccessMode>>::member;
  static reference watch(const object_type &object) noexcept {
    return weak_traits::watch_as(object, member);
  }
  static std::optional<object_type> lock(const reference &from) noexcept {
    return weak_traits::lock_as(from, member);
  }
};

template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
          access::placeholder IsPlaceholder, typename PropertyListT>
struct weak_traits<
    accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT>>
    : copy_traits<
          accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT>,
          weak_traits<accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder,
                               PropertyListT>>> {
  using object_type =
      accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT>;
  static std::array<std::uintptr_t, 7> key_of(const object_type &object) noexcept {
    std::array<std::uintptr_t, 7> key{reinterpret_cast<std::uintptr_t>(object.buffer_),
                                      reinterpret_cast<std::uintptr_t>(object.first_),
                                      object.byte_offset_, object.mode_};
    if constexpr (Dimensions > 0)
      for (int idx = 0; idx < Dimensions; ++idx)
        key[4 + idx] = object.get_range()[idx];
    return key;
  }
};

// Local accessors: those of SYCL 2020, and of 1.2.1.
struct local_key {
  template <typename DataT, int Dimensions>
  static std::pair<std::size_t, std::size_t>
  key_of(const local_accessor<DataT, Dimensions> &object) noexcept {
    return weak_traits<local_accessor<DataT, Dimensions>>::key(object);
  }
};
template <typename DataT, int Dimensions>
struct weak_traits<local_accessor<DataT, Dimensions>>
    : copy_traits<local_accessor<DataT, Dimensions>, local_key> {
  static std::pair<std::size_t, std::size_t>
  key(const local_accessor<DataT, Dimensions> &object) noexcept {
    return {object.offset_, object.size_};
  }
};
template <typename DataT, int Dimensions, access_mode AccessMode, access::placeholder IsPlaceholder>
struct weak_traits<accessor<DataT, Dimensions, AccessMode, target::local, IsPlaceholder>>
    : copy_traits<accessor<DataT, Dimensions, AccessMode, target::local, IsPlaceholder>,
                  local_key> {};

template <> struct weak_traits<stream> : copy_traits<stream, weak_traits<stream>> {
  static std::size_t key_of(const stream &object) noexcept { return object.number_; }
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
      detail::throw_error(errc::invalid, "weak_object::lock: the object has been destroyed");
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
  bool operator()(const SYCLObjT &lhs, const SYCLObjT &rhs) const noexcept {
    return weak_object<SYCLObjT>(lhs).owner_before(rhs);
  }
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
SCYTHE_OWNER_BEFORE(kernel_id)
SCYTHE_OWNER_BEFORE(platform)
SCYTHE_OWNER_BEFORE(queue)
SCYTHE_OWNER_BEFORE(stream)
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

// Commands that copy to and from variables that live on devices, for the classes
// handler and queue (sycl_ext_oneapi_device_global).
#pragma once

#include <sycl/ext/oneapi/device_global.hpp>

#include <cstddef>
#include <vector>

namespace sycl::detail {

struct device_global_access {
#ifndef __SYCL_DEVICE_ONLY__
  // Where the device has bytes of the variable.
  template <typename T, typename PropertyListT>
  static void *address(const scythe_device *device,
                       const ext::oneapi::experimental::device_global<T, PropertyListT> &variable,
                       std::size_t offset, std::size_t bytes) {
    // An object may be one of an array; it has no business with the others.
    if (offset > sizeof(T) || bytes > sizeof(T) - offset)
      throw_error(errc::invalid, "the copy reaches beyond the end of the device_global");
    void *start = nullptr;
    check(scythe_device_global_address(device, variable.record_, variable.offset_ + offset, bytes,
                                       &start));
    return start;
  }
#else
  template <typename Variable>
  static void *address(const scythe_device *, const Variable &, std::size_t, std::size_t) {
    return nullptr;
  }
#endif
};

template <typename T> inline constexpr std::size_t all_elements =
    sizeof(T) / sizeof(std::remove_all_extents_t<T>);

// A number of elements that does not fit is rejected like one that is too large.
template <typename T> constexpr std::size_t element_bytes(std::size_t count) noexcept {
  using element = std::remove_all_extents_t<T>;
  return count > all_elements<T> ? sizeof(T) + 1 : count * sizeof(element);
}

template <typename T, typename PropertyListT> constexpr void check_host_reads() {
  static_assert(host_may_read<PropertyListT>,
                "the host_access property of the device_global does not let the host read it");
}
template <typename T, typename PropertyListT> constexpr void check_host_writes() {
  static_assert(host_may_write<PropertyListT>,
                "the host_access property of the device_global does not let the host write it");
}

template <typename Handler> class device_global_commands {
  template <typename T, typename PropertyListT>
  using device_global = ext::oneapi::experimental::device_global<T, PropertyListT>;

public:
  template <typename T, typename PropertyListT>
  void memcpy(device_global<T, PropertyListT> &dest, const void *src,
              std::size_t numBytes = sizeof(T), std::size_t offset = 0) {
    check_host_writes<T, PropertyListT>();
    group().copy_bytes(address(dest, offset, numBytes), src, numBytes, SCYTHE_COPY_FROM_PROGRAM);
  }
  template <typename T, typename PropertyListT>
  void memcpy(void *dest, const device_global<T, PropertyListT> &src,
              std::size_t numBytes = sizeof(T), std::size_t offset = 0) {
    check_host_reads<T, PropertyListT>();
    group().copy_bytes(dest, address(src, offset, numBytes), numBytes, SCYTHE_COPY_TO_PROGRAM);
  }

  template <typename T, typename PropertyListT>
  void copy(const std::remove_all_extents_t<T> *src, device_global<T, PropertyListT> &dest,
            std::size_t count = all_elements<T>, std::size_t startIndex = 0) {
    memcpy(dest, src, element_bytes<T>(count), element_bytes<T>(startIndex));
  }
  template <typename T, typename PropertyListT>
  void copy(const device_global<T, PropertyListT> &src,
            std::remove_cv_t<std::remove_all_extents_t<T>> *dest,
            std::size_t count = all_elements<T>, std::size_t startIndex = 0) {
    memcpy(dest, src, element_bytes<T>(count), element_bytes<T>(startIndex));
  }

private:
  Handler &group() noexcept { return static_cast<Handler &>(*this); }
  template <typename T, typename PropertyListT>
  void *address(const device_global<T, PropertyListT> &variable, std::size_t offset,
                std::size_t bytes) {
    return device_global_access::address(group().device_handle(), variable, offset, bytes);
  }
};

// `Queue::after(events, function)` submits a command group.
template <typename Queue, typename Event> class device_global_shortcuts {
  template <typename T, typename PropertyListT>
  using device_global = ext::oneapi::experimental::device_global<T, PropertyListT>;

public:
  template <typename T, typename PropertyListT>
  Event memcpy(device_global<T, PropertyListT> &dest, const void *src,
               std::size_t numBytes = sizeof(T), std::size_t offset = 0) {
    return memcpy(dest, src, numBytes, offset, Event());
  }
  template <typename T, typename PropertyListT>
  Event memcpy(device_global<T, PropertyListT> &dest, const void *src, std::size_t numBytes,
               std::size_t offset, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }
  template <typename T, typename PropertyListT>
  Event memcpy(device_global<T, PropertyListT> &dest, const void *src, std::size_t numBytes,
               std::size_t offset, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }

  template <typename T, typename PropertyListT>
  Event memcpy(void *dest, const device_global<T, PropertyListT> &src,
               std::size_t numBytes = sizeof(T), std::size_t offset = 0) {
    return memcpy(dest, src, numBytes, offset, Event());
  }
  template <typename T, typename PropertyListT>
  Event memcpy(void *dest, const device_global<T, PropertyListT> &src, std::size_t numBytes,
               std::size_t offset, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }
  template <typename T, typename PropertyListT>
  Event memcpy(void *dest, const device_global<T, PropertyListT> &src, std::size_t numBytes,
               std::size_t offset, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }

  template <typename T, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<T> *src, device_global<T, PropertyListT> &dest,
             std::size_t count = all_elements<T>, std::size_t startIndex = 0) {
    return copy(src, dest, count, startIndex, Event());
  }
  template <typename T, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<T> *src, device_global<T, PropertyListT> &dest,
             std::size_t count, std::size_t startIndex, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }
  template <typename T, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<T> *src, device_global<T, PropertyListT> &dest,
             std::size_t count, std::size_t startIndex, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }

  template <typename T, typename PropertyListT>
  Event copy(const device_global<T, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<T>> *dest,
             std::size_t count = all_elements<T>, std::size_t startIndex = 0) {
    return copy(src, dest, count, startIndex, Event());
  }
  template <typename T, typename PropertyListT>
  Event copy(const device_global<T, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<T>> *dest, std::size_t count,
             std::size_t startIndex, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }
  template <typename T, typename PropertyListT>
  Event copy(const device_global<T, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<T>> *dest, std::size_t count,
             std::size_t startIndex, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }

private:
  template <typename Events, typename Function>
  Event after(const Events &events, const Function &function) {
    return static_cast<Queue &>(*this).after(events, function);
  }
};

} // namespace sycl::detail

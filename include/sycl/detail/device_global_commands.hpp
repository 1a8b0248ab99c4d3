// Commands that copy to and from device variables, for the classes handler and queue
// (sycl_ext_oneapi_device_global).
#pragma once

#include <sycl/ext/oneapi/device_global.hpp>

#include <cstddef>
#include <vector>

namespace sycl::inline _V1::detail {

struct device_global_access {
#ifndef __SYCL_DEVICE_ONLY__
  // The address of bytes of the variable on the device.
  template <typename ValueT, typename PropertyListT>
  static void *
  address(const scythe_device *device,
          const ext::oneapi::experimental::device_global<ValueT, PropertyListT> &variable,
          std::size_t offset, std::size_t bytes) {
    // An object may be an element of an array; commands do not access other elements.
    if (offset > sizeof(ValueT) || bytes > sizeof(ValueT) - offset)
      throw_error(errc::invalid, "the copy exceeds the device_global");
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

template <typename ValueT> inline constexpr std::size_t all_elements =
    sizeof(ValueT) / sizeof(std::remove_all_extents_t<ValueT>);

// A number of elements that overflows is rejected like one that is too large.
template <typename ValueT> constexpr std::size_t element_bytes(std::size_t count) noexcept {
  using element = std::remove_all_extents_t<ValueT>;
  return count > all_elements<ValueT> ? sizeof(ValueT) + 1 : count * sizeof(element);
}

template <typename ValueT, typename PropertyListT> constexpr void check_host_reads() {
  static_assert(host_may_read<PropertyListT>,
                "the host_access property of the device_global does not allow the host to read it");
}
template <typename ValueT, typename PropertyListT> constexpr void check_host_writes() {
  static_assert(host_may_write<PropertyListT>,
                "the host_access property of the device_global does not allow the host to write it");
}

template <typename Handler> class device_global_commands {
  template <typename ValueT, typename PropertyListT>
  using device_global = ext::oneapi::experimental::device_global<ValueT, PropertyListT>;

public:
  template <typename ValueT, typename PropertyListT>
  void memcpy(device_global<ValueT, PropertyListT> &dest, const void *src,
              std::size_t numBytes = sizeof(ValueT), std::size_t offset = 0) {
    check_host_writes<ValueT, PropertyListT>();
    group().copy_bytes(address(dest, offset, numBytes), src, numBytes, SCYTHE_COPY_FROM_PROGRAM);
  }
  template <typename ValueT, typename PropertyListT>
  void memcpy(void *dest, const device_global<ValueT, PropertyListT> &src,
              std::size_t numBytes = sizeof(ValueT), std::size_t offset = 0) {
    check_host_reads<ValueT, PropertyListT>();
    group().copy_bytes(dest, address(src, offset, numBytes), numBytes, SCYTHE_COPY_TO_PROGRAM);
  }

  template <typename ValueT, typename PropertyListT>
  void copy(const std::remove_all_extents_t<ValueT> *src,
            device_global<ValueT, PropertyListT> &dest, std::size_t count = all_elements<ValueT>,
            std::size_t startIndex = 0) {
    memcpy(dest, src, element_bytes<ValueT>(count), element_bytes<ValueT>(startIndex));
  }
  template <typename ValueT, typename PropertyListT>
  void copy(const device_global<ValueT, PropertyListT> &src,
            std::remove_cv_t<std::remove_all_extents_t<ValueT>> *dest,
            std::size_t count = all_elements<ValueT>, std::size_t startIndex = 0) {
    memcpy(dest, src, element_bytes<ValueT>(count), element_bytes<ValueT>(startIndex));
  }

private:
  Handler &group() noexcept { return static_cast<Handler &>(*this); }
  template <typename ValueT, typename PropertyListT>
  void *address(const device_global<ValueT, PropertyListT> &variable, std::size_t offset,
                std::size_t bytes) {
    return device_global_access::address(group().device_handle(), variable, offset, bytes);
  }
};

// `Queue::after(events, function)` submits a command group.
template <typename Queue, typename Event> class device_global_shortcuts {
  template <typename ValueT, typename PropertyListT>
  using device_global = ext::oneapi::experimental::device_global<ValueT, PropertyListT>;

public:
  template <typename ValueT, typename PropertyListT>
  Event memcpy(device_global<ValueT, PropertyListT> &dest, const void *src,
               std::size_t numBytes = sizeof(ValueT), std::size_t offset = 0) {
    return memcpy(dest, src, numBytes, offset, Event());
  }
  template <typename ValueT, typename PropertyListT>
  Event memcpy(device_global<ValueT, PropertyListT> &dest, const void *src, std::size_t numBytes,
               std::size_t offset, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }
  template <typename ValueT, typename PropertyListT>
  Event memcpy(device_global<ValueT, PropertyListT> &dest, const void *src, std::size_t numBytes,
               std::size_t offset, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }

  template <typename ValueT, typename PropertyListT>
  Event memcpy(void *dest, const device_global<ValueT, PropertyListT> &src,
               std::size_t numBytes = sizeof(ValueT), std::size_t offset = 0) {
    return memcpy(dest, src, numBytes, offset, Event());
  }
  template <typename ValueT, typename PropertyListT>
  Event memcpy(void *dest, const device_global<ValueT, PropertyListT> &src, std::size_t numBytes,
               std::size_t offset, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }
  template <typename ValueT, typename PropertyListT>
  Event memcpy(void *dest, const device_global<ValueT, PropertyListT> &src, std::size_t numBytes,
               std::size_t offset, const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.memcpy(dest, src, numBytes, offset); });
  }

  template <typename ValueT, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<ValueT> *src,
             device_global<ValueT, PropertyListT> &dest, std::size_t count = all_elements<ValueT>,
             std::size_t startIndex = 0) {
    return copy(src, dest, count, startIndex, Event());
  }
  template <typename ValueT, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<ValueT> *src,
             device_global<ValueT, PropertyListT> &dest, std::size_t count, std::size_t startIndex,
             Event depEvent) {
    return after(depEvent, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }
  template <typename ValueT, typename PropertyListT>
  Event copy(const std::remove_all_extents_t<ValueT> *src,
             device_global<ValueT, PropertyListT> &dest, std::size_t count, std::size_t startIndex,
             const std::vector<Event> &depEvents) {
    return after(depEvents, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }

  template <typename ValueT, typename PropertyListT>
  Event copy(const device_global<ValueT, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<ValueT>> *dest,
             std::size_t count = all_elements<ValueT>, std::size_t startIndex = 0) {
    return copy(src, dest, count, startIndex, Event());
  }
  template <typename ValueT, typename PropertyListT>
  Event copy(const device_global<ValueT, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<ValueT>> *dest, std::size_t count,
             std::size_t startIndex, Event depEvent) {
    return after(depEvent, [&](auto &group) { group.copy(src, dest, count, startIndex); });
  }
  template <typename ValueT, typename PropertyListT>
  Event copy(const device_global<ValueT, PropertyListT> &src,
             std::remove_cv_t<std::remove_all_extents_t<ValueT>> *dest, std::size_t count,
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

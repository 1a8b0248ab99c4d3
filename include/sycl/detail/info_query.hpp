// How information descriptors query the runtime. A descriptor derives from one of these templates,
// which defines its return_type.
#pragma once

#include <scythe/runtime.h>
#include <sycl/aspect.hpp>
#include <sycl/detail/status.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sycl::inline _V1::detail {

// Marks the class that a descriptor belongs to, for clear errors on misuse.
struct platform_descriptor {};
struct device_descriptor {};
struct context_descriptor {};
struct queue_descriptor {};
struct event_descriptor {};
struct event_profiling_descriptor {};

template <typename Object>
using info_function = scythe_status (*)(const Object *, std::uint32_t, void *, std::size_t,
                                        std::size_t *);

template <typename Object>
inline std::string query_string(info_function<Object> info, const Object *object,
                                std::uint32_t key) {
  std::size_t size = 0;
  check(info(object, key, nullptr, 0, &size));
  std::string value(size, '\0');
  check(info(object, key, value.data(), value.size(), &size));
  return value;
}

template <typename ValueT>
inline ValueT query_scalar(const scythe_device *device, std::uint32_t key) {
  ValueT value{};
  std::size_t size = 0;
  check(scythe_device_info(device, key, &value, sizeof(ValueT), &size));
  return value;
}

template <typename ValueT>
inline std::vector<ValueT> query_array(const scythe_device *device, std::uint32_t key) {
  std::size_t size = 0;
  check(scythe_device_info(device, key, nullptr, 0, &size));
  std::vector<ValueT> values(size / sizeof(ValueT));
  check(scythe_device_info(device, key, values.data(), values.size() * sizeof(ValueT), &size));
  return values;
}

template <std::uint32_t Key> struct platform_string : platform_descriptor {
  using return_type = std::string;
  static return_type get(const scythe_platform *platform) {
    return query_string<scythe_platform>(scythe_platform_info, platform, Key);
  }
};

template <std::uint32_t Key> struct device_string : device_descriptor {
  using return_type = std::string;
  static return_type get(const scythe_device *device) {
    return query_string<scythe_device>(scythe_device_info, device, Key);
  }
};

// A number of type `Stored` in the runtime and `Result` in SYCL.
template <typename Result, std::uint32_t Key, typename Stored = Result>
struct device_scalar : device_descriptor {
  using return_type = Result;
  static return_type get(const scythe_device *device) {
    return static_cast<Result>(query_scalar<Stored>(device, Key));
  }
};

template <typename Result, std::uint32_t Key, typename Stored>
struct device_array : device_descriptor {
  using return_type = std::vector<Result>;
  static return_type get(const scythe_device *device) {
    return_type result;
    for (Stored value : query_array<Stored>(device, Key))
      result.push_back(static_cast<Result>(value));
    return result;
  }
};

// One element of an array that the runtime returns as a whole.
template <typename Result, std::uint32_t Key, std::size_t Index>
struct device_element : device_descriptor {
  using return_type = Result;
  static return_type get(const scythe_device *device) {
    const auto values = query_array<Result>(device, Key);
    return Index < values.size() ? values[Index] : Result{};
  }
};

// One bit set of an array of bit sets; bit i represents enumerator i.
template <typename Enum, std::uint32_t Key, std::size_t Index>
struct device_flags : device_descriptor {
  using return_type = std::vector<Enum>;
  static return_type get(const scythe_device *device) {
    return_type result;
    const std::uint32_t bits = device_element<std::uint32_t, Key, Index>::get(device);
    for (int bit = 0; bit < 32; ++bit)
      if (bits >> bit & 1u)
        result.push_back(static_cast<Enum>(bit));
    return result;
  }
};

// The same result for every device.
template <typename Result, Result Value> struct device_constant : device_descriptor {
  using return_type = Result;
  static constexpr return_type get(const scythe_device *) { return Value; }
};

template <typename Result, Result... Values> struct device_constants : device_descriptor {
  using return_type = std::vector<Result>;
  static return_type get(const scythe_device *) { return {Values...}; }
};

template <aspect Aspect> struct device_has : device_descriptor {
  using return_type = bool;
  static return_type get(const scythe_device *device) {
    return scythe_device_has(device, static_cast<std::uint32_t>(Aspect));
  }
};

// Queries that the specification limits to the OpenCL backend.
template <typename Result> struct opencl_only : device_descriptor {
  using return_type = Result;
  static return_type get(const scythe_device *) {
    throw_error(errc::invalid, "this query is supported on the OpenCL backend only");
  }
};

} // namespace sycl::detail

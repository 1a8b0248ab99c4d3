// Objects of backends to which SYCL's objects own a reference.
#pragma once

#include <scythe/runtime.h>
#include <sycl/backend.hpp>
#include <sycl/detail/shared.hpp>
#include <sycl/detail/status.hpp>

#include <cstdint>

namespace sycl::inline _V1::detail {

struct native_object : counted {
  // Takes ownership of a reference. `kind` is one of SCYTHE_NATIVE_*.
  native_object(const scythe_device *owner, std::uint32_t object_kind, void *object) noexcept
      : device(owner), kind(object_kind), handle(object) {}
  native_object(const native_object &) = delete;
  native_object &operator=(const native_object &) = delete;
  ~native_object() { scythe_native_release(device, kind, handle); }

  // Adds a reference.
  static shared<native_object> retain(const scythe_device *owner, std::uint32_t object_kind,
                                      void *object) {
    check(scythe_native_retain(owner, object_kind, object));
    return make_counted<native_object>(owner, object_kind, object);
  }

  const scythe_device *device;
  std::uint32_t kind;
  void *handle;
};

// A backend's type for a class of objects, and functions to get it: the headers of backends
// specialize it (backend/opencl.hpp).
template <backend Backend> struct native_objects;

inline std::uint32_t backend_number(backend which) noexcept {
  return static_cast<std::uint32_t>(which);
}

} // namespace sycl::detail

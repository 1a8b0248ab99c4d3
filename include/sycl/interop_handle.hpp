// SYCL 2020 §4.10.2. No backend of this implementation hands out its native
// objects, so a handle tells which backend runs the host task and no more.
#pragma once

#include <sycl/backend.hpp>

namespace sycl {

class handler;

class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return backend_; }

private:
  friend class handler;

  explicit interop_handle(backend own) noexcept : backend_(own) {}

  backend backend_;
};

} // namespace sycl

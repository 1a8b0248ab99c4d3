// SYCL 2020 §4.10.2. No backend of this implementation hands out its native
// objects, so a handle tells which backend runs the host task and no more.
#pragma once

#include <sycl/backend.hpp>

namespace sycl::inline _V1 {

namespace detail {
template <typename FunctionT> struct host_task_context;
}

class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return backend_; }

private:
  template <typename> friend struct detail::host_task_context;

  explicit interop_handle(backend own) noexcept : backend_(own) {}

  backend backend_;
};

} // namespace sycl

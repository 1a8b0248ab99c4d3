// SYCL 2020 §4.10.2: the objects of the backend that runs a host task. Their types are in the
// backend's header, such as sycl/backend/opencl.hpp. SYCL owns them, and they are valid during the
// host task.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/detail/forward.hpp>
#include <sycl/detail/native_queue.hpp>

namespace sycl::inline _V1 {

namespace detail {
template <typename FunctionT> struct host_task_context;
struct accessor_access;
}

class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return state_->queue()->sycl_device.get_backend(); }

  // Memory of a buffer, for accessors of the command group with target::device.
  template <backend Backend, typename DataT, int Dimensions, access_mode AccessMode,
            target AccessTarget, access::placeholder IsPlaceholder, typename PropertyListT>
  backend_return_t<Backend, buffer<DataT, Dimensions>>
  get_native_mem(const accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder,
                                PropertyListT> &acc) const {
    static_assert(AccessTarget == target::device,
                  "get_native_mem takes accessors with target::device");
    return detail::native_objects<Backend>::memory(*state_, acc);
  }

  template <backend Backend> backend_return_t<Backend, queue> get_native_queue() const {
    return detail::native_objects<Backend>::borrow_queue(*state_);
  }
  template <backend Backend> backend_return_t<Backend, device> get_native_device() const {
    return detail::native_objects<Backend>::borrow(state_->queue()->sycl_device);
  }
  template <backend Backend> backend_return_t<Backend, context> get_native_context() const {
    return detail::native_objects<Backend>::borrow(state_->queue()->sycl_context);
  }

private:
  template <typename> friend struct detail::host_task_context;

  explicit interop_handle(detail::native_memories &state) noexcept : state_(&state) {}

  detail::native_memories *state_;
};

} // namespace sycl

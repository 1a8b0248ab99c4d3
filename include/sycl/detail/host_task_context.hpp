// A host task in the runtime's hands.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/async_errors.hpp>
#include <sycl/interop_handle.hpp>

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

// Exceptions go to the queue's errors; the runtime only hears that there was one,
// so that commands behind the task do not run.
// What the task captured is destroyed before the command counts as complete.
template <typename FunctionT> struct host_task_context {
  std::unique_ptr<FunctionT> function;
  shared<async_errors> errors;
  backend own_backend;

  static scythe_status run(void *context) {
    auto *self = static_cast<host_task_context *>(context);
    try {
      const std::unique_ptr<FunctionT> function = std::move(self->function);
      if constexpr (std::is_invocable_v<FunctionT &>)
        (*function)();
      else
        (*function)(interop_handle(self->own_backend));
    } catch (...) {
      self->errors->add(std::current_exception());
      return SCYTHE_HOST_CALL_FAILED;
    }
    return 0;
  }
  static void drop(void *context) { delete static_cast<host_task_context *>(context); }
};

} // namespace sycl::detail

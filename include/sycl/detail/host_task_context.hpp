// A host task in the runtime's hands.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/async_errors.hpp>
#include <sycl/detail/host_addresses.hpp>
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
  static constexpr bool takes_handle = std::is_invocable_v<FunctionT &, interop_handle>;

  std::unique_ptr<FunctionT> function;
  shared<async_errors> errors;
  // Null where the task does not ask for it.
  shared<native_queue> queue;
  // For tasks that do not take a handle.
  host_addresses addresses;

  static scythe_status run(void *context) {
    auto *self = static_cast<host_task_context *>(context);
    try {
      const std::unique_ptr<FunctionT> function = std::move(self->function);
      self->call(*function);
    } catch (...) {
      self->errors->add(std::current_exception());
      return SCYTHE_HOST_CALL_FAILED;
    }
    return 0;
  }
  // For graphs, which run it again and again.
  static scythe_status repeat(void *context) {
    auto *self = static_cast<host_task_context *>(context);
    try {
      self->call(*self->function);
    } catch (...) {
      self->errors->add(std::current_exception());
      return SCYTHE_HOST_CALL_FAILED;
    }
    return 0;
  }
  static void drop(void *context) { delete static_cast<host_task_context *>(context); }

private:
  void call(FunctionT &task) {
    if constexpr (takes_handle) {
      run_with_handle(task);
    } else {
      const with_addresses known(addresses);
      task();
    }
  }
  void run_with_handle(FunctionT &task) {
    native_memories memories(queue);
    try {
      task(interop_handle(memories));
    } catch (...) {
      errors->add(std::current_exception());
    }
    memories.take_back();
  }
};

} // namespace sycl::detail

// A host task, as the runtime stores it.
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

// Exceptions are added to the queue's errors; the runtime only learns that there was one, so that
// dependent commands do not run. The task's captures are destroyed before the command counts as
// complete.
template <typename FunctionT> struct host_task_context {
  static constexpr bool takes_handle = std::is_invocable_v<FunctionT &, interop_handle>;

  std::unique_ptr<FunctionT> function;
  shared<async_errors> errors;
  // Null if the task takes no handle.
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
  // For graphs, which run it repeatedly.
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

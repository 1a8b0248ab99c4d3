// Asynchronous errors, until they reach the handler (SYCL 2020 §4.13.1).
#pragma once

#include <sycl/detail/status.hpp>

#include <cstdio>
#include <mutex>

namespace sycl::inline _V1::detail {

// Collects the errors of one queue. The queue and its host tasks share it, so an error that occurs
// after the queue has been destroyed still reaches the handler: the last owner reports unconsumed
// errors.
class async_errors : public counted {
public:
  explicit async_errors(const async_handler &handler) : handler_(handler) {}
  async_errors(const async_errors &) = delete;
  async_errors &operator=(const async_errors &) = delete;
  ~async_errors() { report(); }

  void add(std::exception_ptr error) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!errors_)
      errors_ = make_counted<error_array>();
    errors_->add(std::move(error));
  }

  // Passes all errors collected so far to the handler.
  void report() {
    shared<error_array> errors;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      errors = std::move(errors_);
    }
    if (!errors)
      return;
    exception_list list(std::move(errors));
    if (handler_)
      handler_(std::move(list));
    else
      report_and_terminate(list);
  }

private:
  // The default handler (SYCL 2020 §4.13.1.2).
  [[noreturn]] SCYTHE_COLD static void report_and_terminate(const exception_list &list) {
    for (const std::exception_ptr &error : list) {
      try {
        std::rethrow_exception(error);
      } catch (const std::exception &error) {
        std::fprintf(stderr, "scythe: unhandled asynchronous SYCL error: %s\n", error.what());
      } catch (...) {
        std::fputs("scythe: unhandled asynchronous SYCL error of unknown type\n", stderr);
      }
    }
    std::terminate();
  }

  std::mutex mutex_;
  shared<error_array> errors_;
  async_handler handler_;
};

} // namespace sycl::detail

// Errors (SYCL 2020 §4.13).
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/forward.hpp>
#include <sycl/detail/shared.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sycl::inline _V1 {

// The values are those of the runtime's status codes.
enum class errc {
  success = 0,
  runtime,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch
};

namespace detail {

class async_errors;
struct context_impl;

struct error_message : counted {
  explicit error_message(const std::string &what) : text(what) {}
  explicit error_message(const char *what) : text(what) {}
  std::string text;
  // The driver's error code; zero if there is none.
  int native = 0;
};

// Exceptions store the driver's error code, which only its backend's header exposes.
struct native_error;

struct error_array : counted {
  error_array() = default;
  error_array(const error_array &) = delete;
  error_array &operator=(const error_array &) = delete;
  ~error_array() { delete[] first; }

  void add(std::exception_ptr error) {
    if (size == capacity) {
      auto *const larger = new std::exception_ptr[2 * capacity + 1];
      for (std::size_t idx = 0; idx < size; ++idx)
        larger[idx].swap(first[idx]);
      delete[] first;
      first = larger;
      capacity = 2 * capacity + 1;
    }
    first[size++].swap(error);
  }

  std::exception_ptr *first = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;
};

class sycl_error_category final : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }

  std::string message(int condition) const override {
    return scythe_status_message(condition);
  }
};

} // namespace detail

inline const std::error_category &sycl_category() noexcept {
  static const detail::sycl_error_category category;
  return category;
}

inline std::error_code make_error_code(errc error) noexcept {
  return {static_cast<int>(error), sycl_category()};
}

class exception : public virtual std::exception {
public:
  exception(std::error_code errorCode, const std::string &what_arg)
      : exception(errorCode, what_arg, detail::shared<detail::context_impl>()) {}
  exception(std::error_code errorCode, const char *what_arg)
      : exception(errorCode, what_arg, detail::shared<detail::context_impl>()) {}
  exception(std::error_code errorCode)
      : exception(errorCode, errorCode.message(), detail::shared<detail::context_impl>()) {}
  exception(int errorValue, const std::error_category &ecat, const std::string &what_arg)
      : exception(std::error_code(errorValue, ecat), what_arg) {}
  exception(int errorValue, const std::error_category &ecat, const char *what_arg)
      : exception(std::error_code(errorValue, ecat), what_arg) {}
  exception(int errorValue, const std::error_category &ecat)
      : exception(std::error_code(errorValue, ecat)) {}

  // Defined in context.hpp, where context is complete.
  exception(context ctx, std::error_code errorCode, const std::string &what_arg);
  exception(context ctx, std::error_code errorCode, const char *what_arg);
  exception(context ctx, std::error_code errorCode);
  exception(context ctx, int errorValue, const std::error_category &ecat,
            const std::string &what_arg);
  exception(context ctx, int errorValue, const std::error_category &ecat, const char *what_arg);
  exception(context ctx, int errorValue, const std::error_category &ecat);

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override { return message_->text.c_str(); }

  bool has_context() const noexcept { return static_cast<bool>(context_); }
  context get_context() const; // defined in context.hpp

private:
  friend struct detail::native_error;

  template <typename Text>
  exception(std::error_code errorCode, const Text &what_arg,
            detail::shared<detail::context_impl> ctx)
      : code_(errorCode), message_(detail::make_counted<detail::error_message>(what_arg)),
        context_(std::move(ctx)) {}

  std::error_code code_;
  // Shared, because copying an exception must not throw.
  detail::shared<detail::error_message> message_;
  detail::shared<detail::context_impl> context_;
};

namespace detail {

struct native_error {
  static int code_of(const exception &error) noexcept { return error.message_->native; }
  static exception with(exception error, int code) noexcept {
    error.message_->native = code;
    return error;
  }
};

} // namespace detail

class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = const std::exception_ptr *;
  using const_iterator = iterator;

  exception_list() = default;

  size_type size() const { return errors_ ? errors_->size : 0; }
  iterator begin() const { return errors_ ? errors_->first : nullptr; }
  iterator end() const { return begin() + size(); }

private:
  friend class detail::async_errors;

  explicit exception_list(detail::shared<detail::error_array> errors)
      : errors_(std::move(errors)) {}

  detail::shared<detail::error_array> errors_;
};

using async_handler = std::function<void(sycl::exception_list)>;

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

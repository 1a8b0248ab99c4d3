// Errors (SYCL 2020 §4.13).
#pragma once

#include <sycl/detail/forward.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sycl {

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

class sycl_error_category final : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }

  std::string message(int condition) const override {
    switch (static_cast<errc>(condition)) {
    case errc::success: return "no error";
    case errc::runtime: return "runtime error";
    case errc::kernel: return "kernel error";
    case errc::accessor: return "accessor error";
    case errc::nd_range: return "invalid nd_range";
    case errc::event: return "event error";
    case errc::kernel_argument: return "invalid kernel argument";
    case errc::build: return "device code could not be built";
    case errc::invalid: return "invalid argument";
    case errc::memory_allocation: return "out of memory";
    case errc::platform: return "platform error";
    case errc::profiling: return "profiling error";
    case errc::feature_not_supported: return "feature not supported by the device";
    case errc::kernel_not_supported: return "kernel not supported by the device";
    case errc::backend_mismatch: return "object belongs to another backend";
    }
    return "unknown SYCL error";
  }
};

} // namespace detail

inline const std::error_category &sycl_category() noexcept {
  static const detail::sycl_error_category category;
  return category;
}

inline std::error_code make_error_code(errc e) noexcept {
  return {static_cast<int>(e), sycl_category()};
}

class exception : public virtual std::exception {
public:
  exception(std::error_code ec, const std::string &what_arg)
      : exception(ec, std::string(what_arg), nullptr) {}
  exception(std::error_code ec, const char *what_arg)
      : exception(ec, std::string(what_arg), nullptr) {}
  exception(std::error_code ec) : exception(ec, ec.message(), nullptr) {}
  exception(int ev, const std::error_category &ecat, const std::string &what_arg)
      : exception(std::error_code(ev, ecat), what_arg) {}
  exception(int ev, const std::error_category &ecat, const char *what_arg)
      : exception(std::error_code(ev, ecat), what_arg) {}
  exception(int ev, const std::error_category &ecat) : exception(std::error_code(ev, ecat)) {}

  // Defined in context.hpp, where context is complete.
  exception(context ctx, std::error_code ec, const std::string &what_arg);
  exception(context ctx, std::error_code ec, const char *what_arg);
  exception(context ctx, std::error_code ec);
  exception(context ctx, int ev, const std::error_category &ecat, const std::string &what_arg);
  exception(context ctx, int ev, const std::error_category &ecat, const char *what_arg);
  exception(context ctx, int ev, const std::error_category &ecat);

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override { return message_->c_str(); }

  bool has_context() const noexcept { return context_ != nullptr; }
  context get_context() const; // defined in context.hpp

private:
  exception(std::error_code ec, std::string what_arg, std::shared_ptr<detail::context_impl> ctx)
      : code_(ec), message_(std::make_shared<const std::string>(std::move(what_arg))),
        context_(std::move(ctx)) {}

  std::error_code code_;
  // Shared, because copying an exception must not throw.
  std::shared_ptr<const std::string> message_;
  std::shared_ptr<detail::context_impl> context_;
};

class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  exception_list() = default;

  size_type size() const { return errors_.size(); }
  iterator begin() const { return errors_.begin(); }
  iterator end() const { return errors_.end(); }

private:
  friend class detail::async_errors;

  explicit exception_list(std::vector<std::exception_ptr> errors) : errors_(std::move(errors)) {}

  std::vector<std::exception_ptr> errors_;
};

using async_handler = std::function<void(sycl::exception_list)>;

} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

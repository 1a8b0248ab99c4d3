// Converts status codes of the runtime to exceptions.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/macros.hpp>
#include <sycl/exception.hpp>

namespace sycl::inline _V1::detail {

[[noreturn]] SCYTHE_COLD inline void throw_error(errc code, const char *message) {
  throw exception(make_error_code(code), message);
}

[[noreturn]] SCYTHE_COLD inline void throw_error(errc code, const std::string &message) {
  throw exception(make_error_code(code), message);
}

[[noreturn]] SCYTHE_COLD inline void throw_status(scythe_status status) {
  exception error(static_cast<int>(status), sycl_category(), scythe_error_message());
  throw native_error::with(std::move(error), scythe_error_native());
}

inline void check(scythe_status status) {
  if (__builtin_expect(status != 0, 0))
    throw_status(status);
}

} // namespace sycl::detail

// `std::cout << sycl::backend::opencl`, which DPC++ supports and programs use.
#pragma once

#include <sycl/backend.hpp>

#include <iosfwd>

namespace sycl::inline _V1 {

namespace detail {

constexpr const char *backend_name(backend which) noexcept {
  switch (which) {
  case backend::cpu:
    return "cpu";
  case backend::cuda:
    return "ext_oneapi_cuda";
  case backend::opencl:
    return "opencl";
  case backend::ext_oneapi_hip:
    return "ext_oneapi_hip";
  case backend::ext_oneapi_level_zero:
    return "ext_oneapi_level_zero";
  }
  return "unknown";
}

} // namespace detail

template <typename Char, typename Traits>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &output,
                                             backend which) {
  return output << detail::backend_name(which);
}

} // namespace sycl

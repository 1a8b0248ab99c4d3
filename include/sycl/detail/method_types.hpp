// The template arguments of accessors in annotations of methods (SCYTHE_METHOD), in the words of
// the sycl dialect.
#pragma once

#include <sycl/access.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1::detail {

// The name of a type that the dialect has; the size in bytes of any other.
template <typename ValueT> constexpr auto element_type() noexcept {
  using element = std::remove_cv_t<ValueT>;
  [[maybe_unused]] constexpr std::size_t bytes = sizeof(element);
  if constexpr (std::is_pointer_v<element>)
    return "!llvm.ptr";
  else if constexpr (std::is_same_v<element, bool>)
    return "i1";
  else if constexpr (std::is_same_v<element, double>)
    return "f64";
  else if constexpr (std::is_same_v<element, float>)
    return "f32";
#ifdef __FLT16_MANT_DIG__
  else if constexpr (std::is_same_v<element, _Float16>)
    return "f16";
#endif
  else if constexpr (!std::is_integral_v<element> && !std::is_enum_v<element>)
    return bytes;
  else if constexpr (bytes == 1)
    return "i8";
  else if constexpr (bytes == 2)
    return "i16";
  else if constexpr (bytes == 4)
    return "i32";
  else if constexpr (bytes == 8)
    return "i64";
  else
    return bytes;
}

constexpr const char *mode_name(access_mode mode) noexcept {
  switch (mode) {
  case access_mode::read:
    return "read";
  case access_mode::write:
    return "write";
  case access_mode::read_write:
    return "read_write";
  case access_mode::discard_write:
    return "discard_write";
  case access_mode::discard_read_write:
    return "discard_read_write";
  case access_mode::atomic:
    return "atomic";
  }
  return "";
}

constexpr const char *target_name(target target) noexcept {
  switch (target) {
  case target::device:
    return "device";
  case target::host_task:
    return "host_task";
  case target::constant_buffer:
    return "constant_buffer";
  case target::local:
    return "local";
  case target::host_buffer:
    return "host_buffer";
  case target::host_image:
  case target::image:
  case target::image_array:
    break; // no accessor has them
  }
  return "";
}

} // namespace sycl::detail

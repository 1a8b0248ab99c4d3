// Functions of the C library that device code may call and for which there is no library on NVIDIA
// GPUs: functions for memory and integers without state. (Mathematical functions come from
// libdevice; copies and fills from LLVM.) Included by builtins.hpp in the device pass of PTX
// targets.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#define SCYTHE_C_FUNCTION extern "C" __attribute__((weak))

SCYTHE_C_FUNCTION int abs(int arg_x) noexcept { return arg_x < 0 ? -arg_x : arg_x; }
SCYTHE_C_FUNCTION long labs(long arg_x) noexcept { return arg_x < 0 ? -arg_x : arg_x; }
SCYTHE_C_FUNCTION long long llabs(long long arg_x) noexcept { return arg_x < 0 ? -arg_x : arg_x; }
SCYTHE_C_FUNCTION div_t div(int arg_x, int arg_y) noexcept { return {arg_x / arg_y, arg_x % arg_y}; }
SCYTHE_C_FUNCTION ldiv_t ldiv(long arg_x, long arg_y) noexcept {
  return {arg_x / arg_y, arg_x % arg_y};
}
SCYTHE_C_FUNCTION lldiv_t lldiv(long long arg_x, long long arg_y) noexcept {
  return {arg_x / arg_y, arg_x % arg_y};
}

// std::abs and std::arg of complex numbers.
SCYTHE_C_FUNCTION float cabsf(_Complex float arg_z) noexcept {
  return __builtin_hypotf(__real__ arg_z, __imag__ arg_z);
}
SCYTHE_C_FUNCTION double cabs(_Complex double arg_z) noexcept {
  return __builtin_hypot(__real__ arg_z, __imag__ arg_z);
}
SCYTHE_C_FUNCTION float cargf(_Complex float arg_z) noexcept {
  return __builtin_atan2f(__imag__ arg_z, __real__ arg_z);
}
SCYTHE_C_FUNCTION double carg(_Complex double arg_z) noexcept {
  return __builtin_atan2(__imag__ arg_z, __real__ arg_z);
}

SCYTHE_C_FUNCTION int memcmp(const void *first, const void *second, std::size_t count) noexcept {
  auto left = static_cast<const unsigned char *>(first);
  auto right = static_cast<const unsigned char *>(second);
  for (; count != 0; --count, ++left, ++right)
    if (*left != *right)
      return *left < *right ? -1 : 1;
  return 0;
}
SCYTHE_C_FUNCTION int bcmp(const void *first, const void *second, std::size_t count) noexcept {
  return memcmp(first, second, count);
}
SCYTHE_C_FUNCTION std::size_t strnlen(const char *text, std::size_t most) noexcept {
  std::size_t length = 0;
  while (length < most && text[length] != '\0')
    ++length;
  return length;
}
SCYTHE_C_FUNCTION std::size_t strlen(const char *text) noexcept {
  return strnlen(text, ~std::size_t(0));
}
SCYTHE_C_FUNCTION int strncmp(const char *first, const char *second, std::size_t most) noexcept {
  for (; most != 0; --most, ++first, ++second) {
    const auto left = static_cast<unsigned char>(*first), right = static_cast<unsigned char>(*second);
    if (left != right)
      return left < right ? -1 : 1;
    if (left == '\0')
      break;
  }
  return 0;
}
SCYTHE_C_FUNCTION int strcmp(const char *first, const char *second) noexcept {
  return strncmp(first, second, ~std::size_t(0));
}

namespace sycl::inline _V1::detail::ptx {

// The first of up to `count` characters that is equal, or null.
inline const char *find_character(const char *text, char wanted, std::size_t count,
                                  bool ends_with_text) noexcept {
  for (; count != 0; --count, ++text) {
    if (*text == wanted)
      return text;
    if (ends_with_text && *text == '\0')
      break;
  }
  return nullptr;
}

// The number of characters before the first one that is, or is not, in `set`.
inline std::size_t span(const char *text, const char *set, bool inside) noexcept {
  std::size_t length = 0;
  for (; text[length] != '\0'; ++length)
    if ((find_character(set, text[length], strlen(set), true) != nullptr) != inside)
      break;
  return length;
}

} // namespace sycl::detail::ptx

SCYTHE_C_FUNCTION std::size_t strspn(const char *text, const char *set) noexcept {
  return sycl::detail::ptx::span(text, set, true);
}
SCYTHE_C_FUNCTION std::size_t strcspn(const char *text, const char *set) noexcept {
  return sycl::detail::ptx::span(text, set, false);
}

#undef SCYTHE_C_FUNCTION

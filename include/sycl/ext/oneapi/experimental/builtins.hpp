// The extension sycl_ext_oneapi_experimental_printf: the C library's printf on the
// host and on CPUs, OpenCL's elsewhere.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>

#include <cstdint>
#include <cstdio>
#include <type_traits>

#if defined(__SPIRV__)
extern int __spirv_ocl_printf(const __attribute__((opencl_constant)) char *format, ...) noexcept;
#endif

namespace sycl::inline _V1 {

namespace detail {

// Classes that represent numbers cannot be passed through an ellipsis.
template <typename ValueT> constexpr auto printed(ValueT value) noexcept {
  if constexpr (std::is_same_v<ValueT, half> || std::is_same_v<ValueT, ext::oneapi::bfloat16>)
    return static_cast<float>(value);
  else
    return value;
}

} // namespace detail

namespace ext::oneapi::experimental {

// For OpenCL, programs decorate formats: `__attribute__((opencl_constant)) char`.
template <typename FormatT, typename... Args>
__attribute__((always_inline)) inline int printf(const FormatT *format, Args... args) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  if constexpr (std::is_same_v<FormatT, char>) {
    return ::printf(format, detail::printed(args)...);
  } else {
#if defined(__SPIRV__)
    return __spirv_ocl_printf(format, detail::printed(args)...);
#else
    return ::printf(reinterpret_cast<const char *>(reinterpret_cast<std::uintptr_t>(format)),
                    detail::printed(args)...);
#endif
  }
#pragma clang diagnostic pop
}

} // namespace ext::oneapi::experimental

} // namespace sycl

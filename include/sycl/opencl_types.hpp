// SYCL 2020, appendix C: OpenCL's types, and those that SYCL 1.2.1 had in `sycl` itself.
#pragma once

#include <sycl/half.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace opencl {
using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;
} // namespace opencl

// Deprecated in SYCL 2020.
using opencl::cl_bool;
using opencl::cl_char;
using opencl::cl_double;
using opencl::cl_float;
using opencl::cl_half;
using opencl::cl_int;
using opencl::cl_long;
using opencl::cl_short;
using opencl::cl_uchar;
using opencl::cl_uint;
using opencl::cl_ulong;
using opencl::cl_ushort;

// Names of C++'s types for programs that were written for other implementations. C libraries have
// some of them in the global namespace, for the same types.
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

} // namespace sycl

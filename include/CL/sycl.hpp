// The SYCL 1.2.1 spelling of the header (SYCL 2020 §4.3, deprecated): the same
// declarations, also reachable through `cl::sycl`.
#pragma once

#include <sycl/sycl.hpp>

#if __cplusplus >= 201703L

#include <cstdint>

// The headers of SYCL 1.2.1 included OpenCL's, which declare these types: <CL/cl.h> may declare
// them again. cl_bool and cl_half are different types in namespace sycl, so programs that use the
// whole namespace need these.
typedef std::int8_t cl_char;
typedef std::uint8_t cl_uchar;
typedef std::int16_t cl_short;
typedef std::uint16_t cl_ushort;
typedef std::int32_t cl_int;
typedef std::uint32_t cl_uint;
typedef std::int64_t cl_long;
typedef std::uint64_t cl_ulong;
typedef float cl_float;
typedef double cl_double;

namespace cl {
namespace sycl = ::sycl;
}

#endif

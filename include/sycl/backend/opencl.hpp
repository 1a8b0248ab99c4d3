// SYCL 2020, appendix C: OpenCL's objects and functions. Needs OpenCL's own headers, unlike the
// rest of SYCL; programs that call OpenCL's functions link libOpenCL.
#pragma once

#include <sycl/backend/opencl_objects.hpp>
#include <sycl/opencl_types.hpp>

#include <CL/cl.h>

#include <string>

namespace sycl::inline _V1 {

namespace opencl {

// These functions call OpenCL.
template <typename openCLT> ::cl_uint get_reference_count(openCLT obj) {
  ::cl_uint references = 0;
  const auto ask = [&](auto *function, auto key) {
    if (function(obj, key, sizeof references, &references, nullptr) != CL_SUCCESS)
      detail::throw_error(errc::invalid, "get_reference_count: this is not an OpenCL object");
  };
  if constexpr (std::is_same_v<openCLT, cl_device_id>)
    ask(clGetDeviceInfo, CL_DEVICE_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_context>)
    ask(clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_command_queue>)
    ask(clGetCommandQueueInfo, CL_QUEUE_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_event>)
    ask(clGetEventInfo, CL_EVENT_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_mem>)
    ask(clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_program>)
    ask(clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT);
  else if constexpr (std::is_same_v<openCLT, cl_kernel>)
    ask(clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT);
  else
    static_assert(std::is_same_v<openCLT, cl_sampler>, "this OpenCL object has no reference count");
  return references;
}

// OpenCL's error code behind an exception; CL_SUCCESS if there is none.
inline cl_int get_error_code(const exception &error) { return detail::native_error::code_of(error); }

inline bool has_extension(const device &syclDevice, const std::string &extension) {
  if (syclDevice.get_backend() != backend::opencl)
    detail::throw_error(errc::backend_mismatch, "has_extension: not an OpenCL device");
  return syclDevice.has_extension(extension);
}
// A platform has an extension if all of its devices have it.
inline bool has_extension(const platform &syclPlatform, const std::string &extension) {
  if (syclPlatform.get_backend() != backend::opencl)
    detail::throw_error(errc::backend_mismatch, "has_extension: not an OpenCL platform");
  for (const device &each : syclPlatform.get_devices())
    if (!each.has_extension(extension))
      return false;
  return true;
}

} // namespace opencl
} // namespace sycl

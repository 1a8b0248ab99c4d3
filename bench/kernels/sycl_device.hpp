// Which device the SYCL contender runs on. No SYCL in here: the race is compiled by clang.
#pragma once

namespace bench {

/// The processor as SYCL contenders see it.
enum class SyclDevice {
  native, ///< native code, compiled ahead of time
  opencl, ///< SPIR-V, compiled by the machine's OpenCL implementation
};

/// Where contenders that are made from now on run.
inline SyclDevice sycl_device = SyclDevice::native;

/// Whether an OpenCL implementation here runs SPIR-V on the processor; why not is told on standard
/// error, once.
bool has_spirv();

} // namespace bench

// SYCL 2020 §4.1. The values are those of the runtime.
#pragma once

namespace sycl::inline _V1 {

// Programs compare with the names that DPC++ has, also of backends that are not
// here.
enum class backend : unsigned {
  cpu = 1,
  cuda = 2,
  opencl = 3,
  ext_oneapi_native_cpu = cpu,
  ext_oneapi_cuda = cuda,
  ext_oneapi_hip = 4,
  ext_oneapi_level_zero = 5
};

} // namespace sycl

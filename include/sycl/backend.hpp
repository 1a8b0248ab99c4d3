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

// The types that a backend has for SYCL's (SYCL 2020 §4.5.1.1), in the backend's header:
// sycl/backend/opencl.hpp.
template <backend Backend> class backend_traits;
template <backend Backend, typename SyclType>
using backend_input_t = typename backend_traits<Backend>::template input_type<SyclType>;
template <backend Backend, typename SyclType>
using backend_return_t = typename backend_traits<Backend>::template return_type<SyclType>;

} // namespace sycl

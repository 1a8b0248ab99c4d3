// SYCL 2020 §4.1. The values are those of the runtime.
#pragma once

namespace sycl::inline _V1 {

// Programs compare with DPC++'s names, including those of backends that do not exist here.
enum class backend : unsigned {
  cpu = 1,
  cuda = 2,
  opencl = 3,
  ext_oneapi_native_cpu = cpu,
  ext_oneapi_cuda = cuda,
  ext_oneapi_hip = 4,
  ext_oneapi_level_zero = 5
};

// A backend's types for SYCL's classes (SYCL 2020 §4.5.1.1), which the backend's header defines:
// sycl/backend/opencl.hpp.
template <backend Backend> class backend_traits;
template <backend Backend, typename SyclType>
using backend_input_t = typename backend_traits<Backend>::template input_type<SyclType>;
template <backend Backend, typename SyclType>
using backend_return_t = typename backend_traits<Backend>::template return_type<SyclType>;

} // namespace sycl

// Tells the runtime which kernels the program has, or the library that is being
// loaded: launches need no list, kernel bundles do.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/macros.hpp>

#ifndef __SYCL_DEVICE_ONLY__

// The linker defines them where there is a kernel (crates/targets/src/record.rs).
extern "C" {
extern const scythe_kernel *const __start_scythe_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const scythe_kernel *const __stop_scythe_kernels[]
    __attribute__((weak, visibility("hidden")));
}

namespace sycl::inline _V1::detail {

struct program_kernels {
  SCYTHE_OPAQUE program_kernels() {
    if (__start_scythe_kernels != __stop_scythe_kernels)
      scythe_program_add(__start_scythe_kernels, __stop_scythe_kernels);
  }
  SCYTHE_OPAQUE ~program_kernels() { scythe_program_remove(__start_scythe_kernels); }
};

// One of each program and library, therefore hidden.
__attribute__((visibility("hidden"))) inline const program_kernels own_kernels;

} // namespace sycl::detail

#endif

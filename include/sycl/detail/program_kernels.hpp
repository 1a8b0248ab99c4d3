// Registers the kernels of the program, or of a library that is being loaded, for kernel bundles;
// launches do not need this list.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/macros.hpp>

#ifndef __SYCL_DEVICE_ONLY__

// The linker defines them if there are kernels (crates/pipeline/src/record.rs).
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

// One for each program and library, therefore hidden.
__attribute__((visibility("hidden"))) inline const program_kernels own_kernels;

} // namespace sycl::detail

#endif

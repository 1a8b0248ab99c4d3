// From a kernel function object and an index space to the runtime's launch.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/nd_range.hpp>

// The compiler replaces each call by the address of the kernel's record. There
// is no definition: a program that another compiler built fails to link, and
// the name says why.
extern "C" const scythe_kernel *
__scythe_kernel_record__compile_this_file_with_scythe__(const char *name);

namespace sycl::detail {

template <int Dimensions, typename Index>
inline void store_index(std::size_t (&out)[3], const Index &index, std::size_t unused) noexcept {
  for (int d = 0; d < 3; ++d)
    out[d] = d < Dimensions ? index[d < Dimensions ? d : 0] : unused;
}

template <int Dimensions>
inline void store_space(scythe_launch &launch, const range<Dimensions> &size,
                        const id<Dimensions> &offset = {}) noexcept {
  launch.dims = Dimensions;
  launch.has_local = false;
  store_index<Dimensions>(launch.global, size, 1);
  store_index<Dimensions>(launch.local, range<Dimensions>(), 0);
  store_index<Dimensions>(launch.offset, offset, 0);
}

template <int Dimensions>
inline void store_space(scythe_launch &launch, const nd_range<Dimensions> &space) noexcept {
  launch.dims = Dimensions;
  launch.has_local = true;
  store_index<Dimensions>(launch.global, space.get_global_range(), 1);
  store_index<Dimensions>(launch.local, space.get_local_range(), 1);
  store_index<Dimensions>(launch.offset, space.get_offset(), 0);
}

// Names the kernel in `launch` and makes the compiler emit it. `kernel` must
// stay where it is until the launch is submitted.
template <typename KernelName, typename Form, typename F>
inline void store_kernel(scythe_launch &launch, const F &kernel) {
  static_assert(std::is_class_v<F>,
                "a kernel must be a lambda expression or an object of a class with operator()");
  Form::template diagnose<F>();
  if constexpr (std::is_class_v<F> && Form::template accepts<F>) {
    using name = kernel_name_t<KernelName, F, Form>;
    // Never executed on the host: the call makes clang instantiate the kernel.
    if (false)
      kernel_entry<name, Form>(kernel);
    launch.kernel = __scythe_kernel_record__compile_this_file_with_scythe__(
        __builtin_sycl_unique_stable_name(name));
    launch.args = &kernel;
    launch.args_size = sizeof(F);
    launch.args_align = alignof(F);
    launch.local_memory = 0;
  }
}

} // namespace sycl::detail

// Launches a kernel function object over an index space.
#pragma once

#include <scythe/facts.h>
#include <scythe/runtime.h>
#include <sycl/detail/argument_storage.hpp>
#include <sycl/detail/decomposition.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/nd_range.hpp>

// Queries to the compiler, which replaces each call by its result. They are not defined: a program
// that another compiler has built fails to link, and the names say why.
extern "C" {
// The address of a kernel's record.
const scythe_kernel *SCYTHE_RECORD_QUERY(const char *name) noexcept;
// A property of the block of arguments of a kernel, one of SCYTHE_QUESTION_….
std::size_t SCYTHE_ARGUMENTS_QUERY(const char *name, int question) noexcept;
// Assembles the block from the entry point's parameters.
void SCYTHE_PACK_QUERY(
    const char *name, const void *const *objects, sycl::detail::deconstructions *made,
    void *block);
// Finds the arguments without copying them.
void SCYTHE_FIND_QUERY(
    const char *name, const void *const *objects, sycl::detail::deconstructions *made,
    void **arguments);
}

namespace sycl::inline _V1::detail {

template <int Dimensions, typename Index>
inline void store_index(std::size_t (&out)[3], const Index &index, std::size_t unused) noexcept {
  for (int dim = 0; dim < 3; ++dim)
    out[dim] = dim < Dimensions ? index[dim < Dimensions ? dim : 0] : unused;
}

template <int Dimensions>
SCYTHE_OPAQUE inline void store_space(scythe_launch &launch, const range<Dimensions> &size,
                        const id<Dimensions> &offset = {}) noexcept {
  launch.dims = Dimensions;
  launch.has_local = false;
  store_index<Dimensions>(launch.global, size, 1);
  store_index<Dimensions>(launch.local, range<Dimensions>(), 0);
  store_index<Dimensions>(launch.offset, offset, 0);
}

template <int Dimensions>
SCYTHE_OPAQUE inline void store_space(scythe_launch &launch, const nd_range<Dimensions> &space) noexcept {
  launch.dims = Dimensions;
  launch.has_local = true;
  store_index<Dimensions>(launch.global, space.get_global_range(), 1);
  store_index<Dimensions>(launch.local, space.get_local_range(), 1);
  store_index<Dimensions>(launch.offset, space.get_offset(), 0);
}

// What happens to a function object until its launch is submitted.
enum class kernel_object { copied, borrowed };

// Sets the kernel in `launch`, makes the compiler emit it, and stores its arguments. A borrowed
// function object must stay where it is until the launch is submitted; if it is to be copied, so
// must `storage`. Returns whether the kernel has local accessors.
template <typename KernelName, typename LaunchKind, typename FunctionT>
inline bool store_kernel(scythe_launch &launch, const FunctionT &kernel, kernel_object use,
                         argument_storage &storage) {
  static_assert(std::is_class_v<FunctionT>,
                "a kernel must be a lambda expression or an object of a class with operator()");
  LaunchKind::template diagnose<FunctionT>();
  if constexpr (std::is_class_v<FunctionT> && LaunchKind::template accepts<FunctionT>) {
    using name = kernel_name_t<KernelName, FunctionT, LaunchKind>;
    constexpr const char *symbol = __builtin_sycl_unique_stable_name(name);
    // Never executed on the host: the call makes clang instantiate the kernel.
    if (false)
      kernel_entry<name, LaunchKind>(kernel);
    launch.kernel = SCYTHE_RECORD_QUERY(symbol);
    launch.args_size = SCYTHE_ARGUMENTS_QUERY(symbol, SCYTHE_QUESTION_SIZE);
    launch.args_align = SCYTHE_ARGUMENTS_QUERY(symbol, SCYTHE_QUESTION_ALIGN);
    launch.local_memory = 0;
    launch.together = false;
    launch.constants = nullptr;
    launch.constant_count = 0;
    if (SCYTHE_ARGUMENTS_QUERY(symbol, SCYTHE_QUESTION_IS_THE_OBJECT)) {
      launch.args =
          use == kernel_object::borrowed
              ? std::addressof(kernel)
              : storage.keep(std::addressof(kernel), sizeof(FunctionT), alignof(FunctionT));
    } else {
      deconstructions made(deconstructions::objects::borrowed);
      const void *const objects[] = {std::addressof(kernel)};
      void *const block = storage.reserve(launch.args_size, launch.args_align);
      SCYTHE_PACK_QUERY(symbol, objects, &made, block);
      launch.args = block;
    }
    return SCYTHE_ARGUMENTS_QUERY(symbol, SCYTHE_QUESTION_HAS_LOCAL_ACCESSOR) != 0;
  }
  return false;
}

// What the body of a program's own entry point consists of on the host, where
// `sycl_kernel_launch` is a function of the program: the compiler writes
//   entry_point_arguments<KernelName, Count, Objects...> arguments(objects...);
//   sycl_kernel_launch<KernelName>(name, entry_point_argument<ValueT>(arguments, 0), …);
template <typename KernelName, std::size_t Count, typename... Objects>
class entry_point_arguments {
public:
  explicit entry_point_arguments(Objects &...objects) {
    const void *const addresses[] = {std::addressof(objects)..., nullptr};
    SCYTHE_FIND_QUERY(
        __builtin_sycl_unique_stable_name(KernelName), addresses, &made_, arguments_);
  }

  void *const *arguments() const noexcept { return arguments_; }

private:
  deconstructions made_{deconstructions::objects::owned};
  void *arguments_[Count + 1];
};

template <typename ValueT>
inline ValueT &&entry_point_argument(void *const *arguments, std::size_t index) noexcept {
  return static_cast<ValueT &&>(*static_cast<ValueT *>(arguments[index]));
}

} // namespace sycl::detail

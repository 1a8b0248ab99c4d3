// The extension sycl_khr_free_function_commands: commands as functions with a handler or a queue,
// which return an event only on request.
#pragma once

#include <sycl/detail/kernel_commands.hpp>
#include <sycl/queue.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace sycl::inline _V1::khr {

template <typename CommandGroupFunc> void submit(queue submitter, CommandGroupFunc &&cgf) {
  submitter.submit([&](handler &group) { cgf(group); });
}
template <typename CommandGroupFunc>
event submit_tracked(queue submitter, CommandGroupFunc &&cgf) {
  return submitter.submit([&](handler &group) { cgf(group); });
}

// -- kernels ------------------------------------------------------------------

// One overload per dimension, so that numbers and braces convert. Kernel objects take
// their arguments in order.
#define SCYTHE_LAUNCH_COMMANDS(submitter_type, dimensions)                                         \
  template <typename KernelType>                                                                   \
  void launch(submitter_type submitter, range<dimensions> size, const KernelType &kernelFunc) {    \
    submitter.parallel_for(size, kernelFunc);                                                      \
  }                                                                                                \
  template <typename KernelType, typename... Reductions>                                           \
  void launch_reduce(submitter_type submitter, range<dimensions> size,                             \
                     const KernelType &kernelFunc, Reductions &&...reductions) {                   \
    static_assert(sizeof...(Reductions) > 0, "launch_reduce takes reductions behind the kernel");  \
    submitter.parallel_for(size, reductions..., kernelFunc);                                       \
  }                                                                                                \
  template <typename KernelType>                                                                   \
  void launch_grouped(submitter_type submitter, range<dimensions> size,                            \
                      range<dimensions> groupSize, const KernelType &kernelFunc) {                 \
    submitter.parallel_for(nd_range<dimensions>(size, groupSize), kernelFunc);                     \
  }                                                                                                \
  template <typename KernelType, typename... Reductions>                                           \
  void launch_grouped_reduce(submitter_type submitter, range<dimensions> size,                     \
                             range<dimensions> groupSize, const KernelType &kernelFunc,            \
                             Reductions &&...reductions) {                                         \
    static_assert(sizeof...(Reductions) > 0,                                                       \
                  "launch_grouped_reduce takes reductions behind the kernel");                     \
    submitter.parallel_for(nd_range<dimensions>(size, groupSize), reductions..., kernelFunc);      \
  }
#define SCYTHE_KERNEL_OBJECT_COMMANDS(dimensions)                                                  \
  template <typename... Args>                                                                      \
  void launch(handler &submitter, range<dimensions> size, const kernel &kernelObject,              \
              Args &&...args) {                                                                    \
    submitter.set_args(std::forward<Args>(args)...);                                               \
    submitter.parallel_for(size, kernelObject);                                                    \
  }                                                                                                \
  template <typename... Args>                                                                      \
  void launch_grouped(handler &submitter, range<dimensions> size, range<dimensions> groupSize,     \
                      const kernel &kernelObject, Args &&...args) {                                \
    submitter.set_args(std::forward<Args>(args)...);                                               \
    submitter.parallel_for(nd_range<dimensions>(size, groupSize), kernelObject);                   \
  }                                                                                                \
  template <typename... Args>                                                                      \
  void launch(queue submitter, range<dimensions> size, const kernel &kernelObject,                 \
              Args &&...args) {                                                                    \
    submitter.submit([&](handler &group) { khr::launch(group, size, kernelObject, args...); });    \
  }                                                                                                \
  template <typename... Args>                                                                      \
  void launch_grouped(queue submitter, range<dimensions> size, range<dimensions> groupSize,        \
                      const kernel &kernelObject, Args &&...args) {                                \
    submitter.submit([&](handler &group) {                                                         \
      khr::launch_grouped(group, size, groupSize, kernelObject, args...);                          \
    });                                                                                            \
  }
SCYTHE_LAUNCH_COMMANDS(handler &, 1)
SCYTHE_LAUNCH_COMMANDS(handler &, 2)
SCYTHE_LAUNCH_COMMANDS(handler &, 3)
SCYTHE_LAUNCH_COMMANDS(queue, 1)
SCYTHE_LAUNCH_COMMANDS(queue, 2)
SCYTHE_LAUNCH_COMMANDS(queue, 3)
SCYTHE_KERNEL_OBJECT_COMMANDS(1)
SCYTHE_KERNEL_OBJECT_COMMANDS(2)
SCYTHE_KERNEL_OBJECT_COMMANDS(3)
#undef SCYTHE_LAUNCH_COMMANDS
#undef SCYTHE_KERNEL_OBJECT_COMMANDS

template <typename KernelType>
void launch_task(handler &submitter, const KernelType &kernelFunc) {
  submitter.single_task(kernelFunc);
}
template <typename KernelType> void launch_task(queue submitter, const KernelType &kernelFunc) {
  submitter.single_task(kernelFunc);
}
template <typename... Args>
void launch_task(handler &submitter, const kernel &kernelObject, Args &&...args) {
  submitter.set_args(std::forward<Args>(args)...);
  submitter.single_task(kernelObject);
}
template <typename... Args>
void launch_task(queue submitter, const kernel &kernelObject, Args &&...args) {
  submitter.submit([&](handler &group) { khr::launch_task(group, kernelObject, args...); });
}

// -- memory -------------------------------------------------------------------

#define SCYTHE_MEMORY_COMMANDS(submitter_type)                                                     \
  inline void memcpy(submitter_type submitter, void *dest, const void *src,                        \
                     std::size_t numBytes) {                                                       \
    submitter.memcpy(dest, src, numBytes);                                                         \
  }                                                                                                \
  template <typename DataT>                                                                        \
  void copy(submitter_type submitter, const DataT *src, DataT *dest, std::size_t count) {          \
    submitter.copy(src, dest, count);                                                              \
  }                                                                                                \
  template <typename SrcT, typename DestT, int DestDims, access_mode DestMode,                     \
            access::placeholder IsPlaceholder>                                                     \
  void copy(submitter_type submitter, const SrcT *src,                                             \
            accessor<DestT, DestDims, DestMode, target::device, IsPlaceholder> dest) {             \
    submitter.copy(src, dest);                                                                     \
  }                                                                                                \
  template <typename SrcT, typename DestT, int DestDims, access_mode DestMode,                     \
            access::placeholder IsPlaceholder>                                                     \
  void copy(submitter_type submitter, std::shared_ptr<SrcT> src,                                   \
            accessor<DestT, DestDims, DestMode, target::device, IsPlaceholder> dest) {             \
    submitter.copy(src, dest);                                                                     \
  }                                                                                                \
  template <typename SrcT, int SrcDims, access_mode SrcMode, access::placeholder IsPlaceholder,    \
            typename DestT>                                                                        \
  void copy(submitter_type submitter,                                                              \
            accessor<SrcT, SrcDims, SrcMode, target::device, IsPlaceholder> src, DestT *dest) {    \
    submitter.copy(src, dest);                                                                     \
  }                                                                                                \
  template <typename SrcT, int SrcDims, access_mode SrcMode, access::placeholder IsPlaceholder,    \
            typename DestT>                                                                        \
  void copy(submitter_type submitter,                                                              \
            accessor<SrcT, SrcDims, SrcMode, target::device, IsPlaceholder> src,                   \
            std::shared_ptr<DestT> dest) {                                                         \
    submitter.copy(src, dest);                                                                     \
  }                                                                                                \
  template <typename SrcT, int SrcDims, access_mode SrcMode, access::placeholder IsSrcPlaceholder, \
            typename DestT, int DestDims, access_mode DestMode,                                    \
            access::placeholder IsDestPlaceholder>                                                 \
  void copy(submitter_type submitter,                                                              \
            accessor<SrcT, SrcDims, SrcMode, target::device, IsSrcPlaceholder> src,                \
            accessor<DestT, DestDims, DestMode, target::device, IsDestPlaceholder> dest) {         \
    submitter.copy(src, dest);                                                                     \
  }                                                                                                \
  inline void memset(submitter_type submitter, void *ptr, int value, std::size_t numBytes) {       \
    submitter.memset(ptr, value, numBytes);                                                        \
  }                                                                                                \
  template <typename DataT>                                                                        \
  void fill(submitter_type submitter, DataT *ptr, const DataT &pattern, std::size_t count) {       \
    submitter.fill(ptr, pattern, count);                                                           \
  }                                                                                                \
  template <typename DataT, int Dims, access_mode Mode, access::placeholder IsPlaceholder>         \
  void fill(submitter_type submitter,                                                              \
            accessor<DataT, Dims, Mode, target::device, IsPlaceholder> dest,                       \
            const DataT &src) {                                               \
    submitter.fill(dest, src);                                                                     \
  }                                                                                                \
  template <typename DataT, int Dims, access_mode Mode, access::placeholder IsPlaceholder>         \
  void update_host(submitter_type submitter,                                                       \
                   accessor<DataT, Dims, Mode, target::device, IsPlaceholder> acc) {               \
    submitter.update_host(acc);                                                                    \
  }                                                                                                \
  inline void prefetch(submitter_type submitter, const void *ptr, std::size_t numBytes) {          \
    submitter.prefetch(ptr, numBytes);                                                             \
  }                                                                                                \
  inline void mem_advise(submitter_type submitter, const void *ptr, std::size_t numBytes,          \
                         int advice) {                                                             \
    submitter.mem_advise(ptr, numBytes, advice);                                                   \
  }
SCYTHE_MEMORY_COMMANDS(handler &)
SCYTHE_MEMORY_COMMANDS(queue)
#undef SCYTHE_MEMORY_COMMANDS

// -- barriers -----------------------------------------------------------------

inline void command_barrier(handler &submitter) { submitter.ext_oneapi_barrier(); }
inline void command_barrier(queue submitter) { submitter.ext_oneapi_submit_barrier(); }
inline void event_barrier(handler &submitter, const std::vector<event> &events) {
  submitter.ext_oneapi_barrier(events);
}
inline void event_barrier(queue submitter, const std::vector<event> &events) {
  submitter.ext_oneapi_submit_barrier(events);
}

} // namespace sycl::khr

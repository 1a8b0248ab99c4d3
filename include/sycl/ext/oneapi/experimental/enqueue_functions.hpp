// The extension sycl_ext_oneapi_enqueue_functions: commands as functions with a handler or a queue,
// which return an event only on request, and take reductions after the kernel.
#pragma once

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/khr/free_function_commands.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename Space> inline constexpr bool is_launch_space = false;
template <int Dimensions> inline constexpr bool is_launch_space<range<Dimensions>> = true;
template <int Dimensions> inline constexpr bool is_launch_space<nd_range<Dimensions>> = true;


struct launch_config_access {
  template <typename Config> static const auto &space(const Config &config) noexcept {
    return config.space_;
  }
  template <typename Config> static const auto &properties(const Config &config) noexcept {
    return config.properties_;
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

template <typename Range, typename Properties = empty_properties_t> class launch_config {
  static_assert(detail::is_launch_space<Range>,
                "a launch_config is made of a sycl::range or a sycl::nd_range");

public:
  launch_config(Range size, Properties launchProperties = {})
      : space_(size), properties_(launchProperties) {}

private:
  friend detail::launch_config_access;

  Range space_;
  Properties properties_;
};

template <typename CommandGroupFunc> void submit(queue submitter, CommandGroupFunc &&cgf) {
  khr::submit(submitter, cgf);
}
template <typename CommandGroupFunc, typename Properties>
void submit(queue submitter, Properties, CommandGroupFunc &&cgf) {
  khr::submit(submitter, cgf);
}
template <typename CommandGroupFunc>
event submit_with_event(queue submitter, CommandGroupFunc &&cgf) {
  return khr::submit_tracked(submitter, cgf);
}
template <typename CommandGroupFunc, typename Properties>
event submit_with_event(queue submitter, Properties, CommandGroupFunc &&cgf) {
  return khr::submit_tracked(submitter, cgf);
}

// -- kernels ------------------------------------------------------------------

#define SCYTHE_LAUNCHES(submitter_type, function, shape)                                           \
  template <typename KernelName = detail::unnamed, int Dimensions, typename KernelType,            \
            typename... Reductions>                                                                \
  void function(submitter_type submitter, shape<Dimensions> size, const KernelType &kernelFunc,    \
                Reductions &&...reductions) {                                                      \
    submitter.template parallel_for<KernelName>(size, reductions..., kernelFunc);                  \
  }                                                                                                \
  template <typename KernelName = detail::unnamed, int Dimensions, typename Properties,            \
            typename KernelType, typename... Reductions>                                           \
  void function(submitter_type submitter, launch_config<shape<Dimensions>, Properties> config,     \
                const KernelType &kernelFunc, Reductions &&...reductions) {                        \
    submitter.template parallel_for<KernelName>(                                                   \
        detail::launch_config_access::space(config),                                               \
        detail::launch_config_access::properties(config), reductions..., kernelFunc);              \
  }
#define SCYTHE_KERNEL_OBJECT_LAUNCHES(function, shape)                                             \
  template <typename KernelName = detail::unnamed, int Dimensions, typename... Args>               \
  void function(handler &submitter, shape<Dimensions> size, const kernel &kernelObject,            \
                Args &&...args) {                                                                  \
    submitter.set_args(std::forward<Args>(args)...);                                               \
    submitter.parallel_for(size, kernelObject);                                                    \
  }                                                                                                \
  template <typename KernelName = detail::unnamed, int Dimensions, typename... Args>               \
  void function(queue submitter, shape<Dimensions> size, const kernel &kernelObject,               \
                Args &&...args) {                                                                  \
    submitter.submit(                                                                              \
        [&](handler &group) { experimental::function(group, size, kernelObject, args...); });      \
  }                                                                                                \
  template <typename KernelName = detail::unnamed, int Dimensions, typename Properties,            \
            typename... Args>                                                                      \
  void function(handler &submitter, launch_config<shape<Dimensions>, Properties> config,           \
                const kernel &kernelObject, Args &&...args) {                                      \
    experimental::function(submitter, detail::launch_config_access::space(config), kernelObject,   \
                           std::forward<Args>(args)...);                                           \
  }                                                                                                \
  template <typename KernelName = detail::unnamed, int Dimensions, typename Properties,            \
            typename... Args>                                                                      \
  void function(queue submitter, launch_config<shape<Dimensions>, Properties> config,              \
                const kernel &kernelObject, Args &&...args) {                                      \
    experimental::function(submitter, detail::launch_config_access::space(config), kernelObject,   \
                           std::forward<Args>(args)...);                                           \
  }
SCYTHE_LAUNCHES(handler &, parallel_for, range)
SCYTHE_LAUNCHES(queue, parallel_for, range)
SCYTHE_LAUNCHES(handler &, nd_launch, nd_range)
SCYTHE_LAUNCHES(queue, nd_launch, nd_range)
SCYTHE_KERNEL_OBJECT_LAUNCHES(parallel_for, range)
SCYTHE_KERNEL_OBJECT_LAUNCHES(nd_launch, nd_range)
#undef SCYTHE_LAUNCHES
#undef SCYTHE_KERNEL_OBJECT_LAUNCHES

template <typename KernelName = detail::unnamed, typename KernelType>
void single_task(handler &submitter, const KernelType &kernelFunc) {
  submitter.template single_task<KernelName>(kernelFunc);
}
template <typename KernelName = detail::unnamed, typename KernelType>
void single_task(queue submitter, const KernelType &kernelFunc) {
  submitter.template single_task<KernelName>(kernelFunc);
}
template <typename... Args>
void single_task(handler &submitter, const kernel &kernelObject, Args &&...args) {
  khr::launch_task(submitter, kernelObject, std::forward<Args>(args)...);
}
template <typename... Args>
void single_task(queue submitter, const kernel &kernelObject, Args &&...args) {
  khr::launch_task(submitter, kernelObject, std::forward<Args>(args)...);
}

// -- memory and barriers ------------------------------------------------------

using khr::copy;
using khr::fill;
using khr::mem_advise;
using khr::memcpy;
using khr::memset;
using khr::prefetch;

inline void barrier(handler &submitter) { khr::command_barrier(submitter); }
inline void barrier(queue submitter) { khr::command_barrier(submitter); }
inline void partial_barrier(handler &submitter, const std::vector<event> &events) {
  khr::event_barrier(submitter, events);
}
inline void partial_barrier(queue submitter, const std::vector<event> &events) {
  khr::event_barrier(submitter, events);
}

} // namespace ext::oneapi::experimental
} // namespace sycl

// The functions that become kernels. Each takes the user's function object by
// value, builds the index object from the work-item builtins and calls it.
//
// clang emits them in the device pass, under the mangled name of the kernel
// name type; in the host pass it empties their bodies.
#pragma once

#include <scythe/facts.h>
#include <sycl/detail/index_builder.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>

namespace sycl::inline _V1::detail {

// The kinds of launches. They are part of the name of an unnamed kernel, so that one function
// object can be launched in several ways. `diagnose` explains why a function object does not fit.
struct single_task_launch {
  template <typename FunctionT>
  static constexpr bool accepts = callable_kernel<const FunctionT &>::value;
  template <typename FunctionT> static constexpr void diagnose() {
    if constexpr (!accepts<FunctionT>) {
      constexpr bool call_operator_is_const = !callable_kernel<FunctionT &>::value;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a single_task kernel must be callable without arguments, or with a "
                    "kernel_handler");
    }
  }

  template <typename FunctionT> SCYTHE_ALWAYS_INLINE static void invoke(const FunctionT &kernel) {
    call_kernel_with(kernel);
  }
};

// With this annotation, the compiler knows that only the runtime chooses the work-group size.
template <int Dimensions, bool LaunchedWithOffset>
struct [[clang::annotate(SCYTHE_PLAIN_RANGE_MARK)]] range_launch {
  // The generic parameter of a kernel becomes item<Dimensions>; items without an offset are passed
  // to kernels that require them.
  template <typename FunctionT>
  static constexpr bool accepts_item = is_kernel_for<const FunctionT &, item<Dimensions, true>>;
  template <typename FunctionT>
  static constexpr bool accepts =
      std::disjunction_v<kernel_for<const FunctionT &, item<Dimensions, true>>,
                         kernel_for<const FunctionT &, item<Dimensions, false>>>;
  template <typename FunctionT> static constexpr void diagnose() {
    if constexpr (!accepts<FunctionT>) {
      constexpr bool call_operator_is_const = !is_kernel_for<FunctionT &, item<Dimensions, true>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over a range<N> must be callable with one argument: an "
                    "item<N>, an id<N>, or for N = 1 an integer (by value or const reference)");
    }
  }

  template <typename FunctionT> SCYTHE_ALWAYS_INLINE static void invoke(const FunctionT &kernel) {
    if (!index_builder::is_in_range<Dimensions, LaunchedWithOffset>())
      return;
    call_kernel(
        kernel,
        index_builder::make_item<Dimensions, accepts_item<FunctionT>, LaunchedWithOffset>());
  }
};

template <int Dimensions> struct nd_range_launch {
  template <typename FunctionT>
  static constexpr bool accepts = is_kernel_for<const FunctionT &, nd_item<Dimensions>>;
  template <typename FunctionT> static constexpr void diagnose() {
    if constexpr (!accepts<FunctionT>) {
      constexpr bool call_operator_is_const = !is_kernel_for<FunctionT &, nd_item<Dimensions>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over an nd_range<N> must be callable with one argument, an "
                    "nd_item<N> (by value or const reference)");
    }
  }

  template <typename FunctionT> SCYTHE_ALWAYS_INLINE static void invoke(const FunctionT &kernel) {
    call_kernel(kernel, index_builder::make_nd_item<Dimensions>());
  }
};

// The default of the KernelName template parameter, and the name of unnamed kernels.
struct unnamed;
template <typename FunctionT, typename LaunchKind> class unnamed_kernel;

template <typename KernelName, typename FunctionT, typename LaunchKind> struct kernel_name {
  using type = KernelName;
};
template <typename FunctionT, typename LaunchKind> struct kernel_name<unnamed, FunctionT, LaunchKind> {
  using type = unnamed_kernel<FunctionT, LaunchKind>;
};
template <typename KernelName, typename FunctionT, typename LaunchKind>
using kernel_name_t = typename kernel_name<KernelName, FunctionT, LaunchKind>::type;

template <typename KernelName, typename LaunchKind, typename FunctionT>
[[clang::sycl_kernel_entry_point(KernelName)]] void kernel_entry(FunctionT kernel) {
  LaunchKind::invoke(kernel);
}

} // namespace sycl::detail

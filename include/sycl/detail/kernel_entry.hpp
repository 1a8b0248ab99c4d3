// The functions that become kernels. Each takes the user's function object by
// value, builds the index object from the work-item builtins and calls it.
//
// clang emits them in the device pass, under the mangled name of the kernel
// name type; in the host pass it empties their bodies.
#pragma once

#include <sycl/detail/index_builder.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>

namespace sycl::detail {

// The ways to launch a kernel. They are part of the name of an unnamed kernel,
// so that one function object can be launched in several of them.
// `diagnose` says in plain words why a function object does not fit.
struct single_task_form {
  template <typename F> static constexpr bool accepts = is_kernel_for<const F &>;
  template <typename F> static constexpr void diagnose() {
    if constexpr (!accepts<F>) {
      constexpr bool call_operator_is_const = !is_kernel_for<F &>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a single_task kernel must be callable without arguments, or with a "
                    "kernel_handler");
    }
  }

  template <typename F> SCYTHE_ALWAYS_INLINE static void invoke(const F &kernel) {
    call_kernel(kernel);
  }
};

template <int Dimensions, bool LaunchedWithOffset> struct range_form {
  // The generic parameter of a kernel becomes item<Dimensions>; the kind of
  // item without an offset is passed to kernels that insist on it.
  template <typename F>
  static constexpr bool accepts_item = is_kernel_for<const F &, item<Dimensions, true>>;
  template <typename F>
  static constexpr bool accepts =
      std::disjunction_v<kernel_for<const F &, item<Dimensions, true>>,
                         kernel_for<const F &, item<Dimensions, false>>>;
  template <typename F> static constexpr void diagnose() {
    if constexpr (!accepts<F>) {
      constexpr bool call_operator_is_const = !is_kernel_for<F &, item<Dimensions, true>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over a range<N> must be callable with one argument: an "
                    "item<N>, an id<N>, or for N = 1 an integer (by value or const reference)");
    }
  }

  template <typename F> SCYTHE_ALWAYS_INLINE static void invoke(const F &kernel) {
    call_kernel(kernel,
                index_builder::make_item<Dimensions, accepts_item<F>, LaunchedWithOffset>());
  }
};

template <int Dimensions> struct nd_range_form {
  template <typename F>
  static constexpr bool accepts = is_kernel_for<const F &, nd_item<Dimensions>>;
  template <typename F> static constexpr void diagnose() {
    if constexpr (!accepts<F>) {
      constexpr bool call_operator_is_const = !is_kernel_for<F &, nd_item<Dimensions>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over an nd_range<N> must be callable with one argument, an "
                    "nd_item<N> (by value or const reference)");
    }
  }

  template <typename F> SCYTHE_ALWAYS_INLINE static void invoke(const F &kernel) {
    call_kernel(kernel, index_builder::make_nd_item<Dimensions>());
  }
};

// The default of the KernelName template parameter, and the name that kernels
// without a name get instead.
struct unnamed;
template <typename F, typename Form> class unnamed_kernel;

template <typename KernelName, typename F, typename Form> struct kernel_name {
  using type = KernelName;
};
template <typename F, typename Form> struct kernel_name<unnamed, F, Form> {
  using type = unnamed_kernel<F, Form>;
};
template <typename KernelName, typename F, typename Form>
using kernel_name_t = typename kernel_name<KernelName, F, Form>::type;

template <typename KernelName, typename Form, typename F>
[[clang::sycl_kernel_entry_point(KernelName)]] void kernel_entry(F kernel) {
  Form::invoke(kernel);
}

} // namespace sycl::detail

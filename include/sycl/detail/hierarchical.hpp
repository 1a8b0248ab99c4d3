// Kernels of parallel_for_work_group (SYCL 2020 §4.9.4.2.4).
//
// One work-item runs the code of its work-group, once, as it says; a call of
// parallel_for_work_item is a loop in it, which the compiler makes vectors of.
// Variables of the work-group are then the work-item's own, and work-items that
// have to wait for each other have nothing to wait for. The launch has
// work-groups of one work-item; what the program takes for their size comes
// with the function object.
//
// On GPUs of NVIDIA launches have the work-groups that the program sees. One work-item
// runs the code of the work-group, too, and the others wait until it calls
// parallel_for_work_item, which all of them run (the pass `spread-work-items`).
#pragma once

#include <sycl/detail/each_work_item.hpp>
#include <sycl/detail/index_builder.hpp>
#include <sycl/ext/oneapi/kernel_properties.hpp>
#include <sycl/kernel_handler.hpp>

namespace sycl::inline _V1::detail {

// How many work-items a work-group may have on devices where the memory of
// private_memory cannot be made when the kernel runs.
inline constexpr std::size_t most_hierarchical_items = 1024;

template <typename FunctionT, int Dimensions> struct work_group_kernel {
  static constexpr bool accepts = is_kernel_for<const FunctionT &, group<Dimensions>>;
  static constexpr bool accepts_mutable = is_kernel_for<FunctionT &, group<Dimensions>>;

  FunctionT kernel;
  range<Dimensions> local;
};

// What the launch says of its work-groups.
template <int Dimensions> struct one_work_item_property;
template <> struct one_work_item_property<1> {
  using type = ext::oneapi::work_group_size::value_t<1>;
};
template <> struct one_work_item_property<2> {
  using type = ext::oneapi::work_group_size::value_t<1, 1>;
};
template <> struct one_work_item_property<3> {
  using type = ext::oneapi::work_group_size::value_t<1, 1, 1>;
};
template <int Dimensions>
using one_work_item =
    ext::oneapi::experimental::properties_t<typename one_work_item_property<Dimensions>::type>;

template <int Dimensions> struct work_group_launch {
  template <typename KernelT> static constexpr bool accepts = KernelT::accepts;
  template <typename KernelT> static constexpr void diagnose() {
    if constexpr (!KernelT::accepts) {
      constexpr bool call_operator_is_const = !KernelT::accepts_mutable;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched by parallel_for_work_group over a range<N> must be callable "
                    "with one argument, a group<N> (by value or const reference)");
    }
  }

  template <typename KernelT> SCYTHE_ALWAYS_INLINE static void invoke(const KernelT &kernel) {
    once_per_group();
    call_kernel(kernel.kernel, index_builder::make_group_of<Dimensions>(kernel.local));
  }
};

// The size of work-groups that the program leaves to us. Where one work-item runs them,
// all it decides is how many variables there are in a private_memory.
template <int Dimensions>
inline range<Dimensions> default_hierarchical_range(std::size_t work_items) noexcept {
  if constexpr (Dimensions == 1)
    return range<1>(work_items);
  else if constexpr (Dimensions == 2)
    return range<2>(1, work_items);
  else
    return range<3>(1, 1, work_items);
}

} // namespace sycl::detail

// Kernels of parallel_for_work_group (SYCL 2020 §4.9.4.2.4).
//
// One work-item runs the code of its work-group once; a call of parallel_for_work_item is a loop in
// it, which the compiler vectorises. Variables of the work-group are then private to that
// work-item, and no synchronisation is needed. The launch has work-groups of one work-item; the
// work-group size of the program is stored with the function object.
//
// On NVIDIA GPUs, launches have the work-groups of the program. One work-item runs the code of the
// work-group, and the others wait until it calls parallel_for_work_item, which all of them run (the
// pass `spread-work-items`).
#pragma once

#include <sycl/detail/each_work_item.hpp>
#include <sycl/detail/index_builder.hpp>
#include <sycl/ext/oneapi/kernel_properties.hpp>
#include <sycl/kernel_handler.hpp>

namespace sycl::inline _V1::detail {

// The largest work-group on devices where the memory of private_memory cannot be allocated at run
// time.
inline constexpr std::size_t most_hierarchical_items = 1024;

template <typename FunctionT, int Dimensions> struct work_group_kernel {
  static constexpr bool accepts = is_kernel_for<const FunctionT &, group<Dimensions>>;
  static constexpr bool accepts_mutable = is_kernel_for<FunctionT &, group<Dimensions>>;

  FunctionT kernel;
  range<Dimensions> local;
};

// The size of work-groups according to the launch.
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

// The size of work-groups if the program leaves it to the implementation. If one work-item runs a
// work-group, it only determines the number of variables in a private_memory.
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

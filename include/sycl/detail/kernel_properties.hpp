// Passes properties of a kernel to the compiler: through the wrapper that its entry point calls,
// which has them on its operator().
#pragma once

#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/macros.hpp>
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/kernel_properties.hpp>
#include <sycl/nd_range.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl::inline _V1::detail {

using no_properties = ext::oneapi::experimental::empty_properties_t;
using ext::oneapi::experimental::properties_tag;

// The properties of a function object itself: the result of its member function `get` for a
// properties_tag, or its static member `properties`.
template <typename FunctionT, typename = void> struct own_properties {
  using type = no_properties;
};
template <typename FunctionT>
struct own_properties<FunctionT, std::enable_if_t<is_compile_time_list<
                             std::remove_cv_t<decltype(FunctionT::properties)>>>> {
  using type = std::remove_cv_t<decltype(FunctionT::properties)>;
};
template <typename FunctionT>
using get_result = std::decay_t<decltype(std::declval<const FunctionT &>().get(properties_tag()))>;
template <typename FunctionT, typename = void> struct get_properties : own_properties<FunctionT> {};
template <typename FunctionT>
struct get_properties<FunctionT, std::enable_if_t<is_compile_time_list<get_result<FunctionT>>>> {
  using type = get_result<FunctionT>;
};
template <typename FunctionT> using own_properties_t = typename get_properties<FunctionT>::type;

// Merges two lists. A property in both must have the same value.
template <typename Property, typename... Others> constexpr bool is_repeated() {
  constexpr std::size_t place =
      place_of<property_key_t<Property>, property_key_t<Others>...>();
  if constexpr (place == sizeof...(Others)) {
    return false;
  } else {
    static_assert(std::is_same_v<Property, __type_pack_element<place, Others...>>,
                  "a kernel is launched with a property that its function object has with another "
                  "value");
    return true;
  }
}
template <typename...> struct joined_packs;
template <typename... Properties> struct joined_packs<property_pack<Properties...>> {
  using type = property_pack<Properties...>;
};
template <typename... Left, typename... Right, typename... Rest>
struct joined_packs<property_pack<Left...>, property_pack<Right...>, Rest...>
    : joined_packs<property_pack<Left..., Right...>, Rest...> {};

template <typename Pack> struct list_of;
template <typename... Properties> struct list_of<property_pack<Properties...>> {
  using type = ext::oneapi::experimental::properties_t<Properties...>;
};

template <typename Left, typename Right> struct joined_properties;
template <template <typename...> class LeftList, typename... Left,
          template <typename...> class RightList, typename... Right>
struct joined_properties<LeftList<Left...>, RightList<Right...>>
    : list_of<typename joined_packs<
          property_pack<Left...>,
          std::conditional_t<is_repeated<Right, Left...>(), property_pack<>,
                             property_pack<Right>>...>::type> {};
template <typename Left, typename Right>
using joined_properties_t = typename joined_properties<Left, Right>::type;

// A kind of launch with properties for the compiler.
template <typename LaunchKind, typename... Properties> struct launch_with_properties : LaunchKind {
  template <typename FunctionT> struct wrapper {
    const FunctionT &kernel;

#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::add_ir_function_attributes(Properties::meta_name...,
                                                  Properties::meta_value...)]]
#endif
    SCYTHE_ALWAYS_INLINE void operator()() const {
      LaunchKind::invoke(kernel);
    }
  };

  template <typename FunctionT> SCYTHE_ALWAYS_INLINE static void invoke(const FunctionT &kernel) {
    wrapper<FunctionT>{kernel}();
  }
};

template <typename LaunchKind, typename Pack> struct launch_with {
  using type = LaunchKind;
};
template <typename LaunchKind, typename First, typename... Rest>
struct launch_with<LaunchKind, property_pack<First, Rest...>> {
  using type = launch_with_properties<LaunchKind, First, Rest...>;
};

// Kernels without properties keep their names; so do those whose properties do not concern the
// compiler.
template <typename LaunchKind, typename List> struct launch_with_list;
template <typename LaunchKind, template <typename...> class List, typename... Properties>
struct launch_with_list<LaunchKind, List<Properties...>> {
  using travelling =
      typename joined_packs<property_pack<>,
                            std::conditional_t<has_meta<Properties>, property_pack<Properties>,
                                               property_pack<>>...>::type;
  using type = typename launch_with<LaunchKind, travelling>::type;
};
template <typename LaunchKind, typename List>
using launch_with_list_t = typename launch_with_list<LaunchKind, List>::type;

// Checks before a launch is submitted.
template <aspect... Aspects>
inline void check_aspects(const device &device,
                          ext::oneapi::device_has::value_t<Aspects...>) {
  const auto require = [&device](aspect needed) {
    if (!device.has(needed))
      throw_error(errc::kernel_not_supported,
                  "the kernel has the property device_has with an aspect that the device does not "
                  "have");
  };
  (require(Aspects), ...);
  (void)require;
}

template <typename... Sizes, typename Space>
inline void check_group_size(
    ext::oneapi::experimental::property_value<ext::oneapi::max_work_group_size, Sizes...>,
    const Space &) {}
template <typename... Sizes, int Dimensions>
inline void check_group_size(
    ext::oneapi::experimental::property_value<ext::oneapi::max_work_group_size, Sizes...>,
    const nd_range<Dimensions> &space) {
  static_assert(sizeof...(Sizes) == Dimensions,
                "max_work_group_size must have as many sizes as the kernel has dimensions");
  if constexpr (sizeof...(Sizes) == Dimensions) {
    const std::size_t most[] = {Sizes::value...};
    for (int dimension = 0; dimension < Dimensions; ++dimension)
      if (space.get_local_range()[dimension] > most[dimension])
        throw_error(errc::nd_range, "the work-groups of the launch are larger than the kernel's "
                                    "property max_work_group_size says");
  }
}

template <typename List, typename Space>
inline void check_properties(const device &device, const Space &space) {
  if constexpr (List::template has_property<ext::oneapi::device_has>())
    check_aspects(device, List::template get_property<ext::oneapi::device_has>());
  if constexpr (List::template has_property<ext::oneapi::max_work_group_size>())
    check_group_size(List::template get_property<ext::oneapi::max_work_group_size>(), space);
  (void)device;
  (void)space;
}

// The launches of class queue with properties. `Queue::launch` takes the arguments after the index
// space.
template <typename Queue, typename Event> class property_shortcuts {
public:
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  Event single_task(PropertyListT properties, const KernelType &kernelFunc) {
    return self().template launch<KernelName>(Event(), kernelFunc, properties);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  Event single_task(Event depEvent, PropertyListT properties, const KernelType &kernelFunc) {
    return self().template launch<KernelName>(depEvent, kernelFunc, properties);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  Event single_task(const std::vector<Event> &depEvents, PropertyListT properties,
                    const KernelType &kernelFunc) {
    return self().template launch<KernelName>(depEvents, kernelFunc, properties);
  }

  // After the properties comes a kernel, or reductions and a kernel. One overload per dimension, so
  // that numbers and braces convert.
#define SCYTHE_LAUNCHES(range)                                                                       \
  template <typename KernelName = unnamed, typename PropertyListT, typename... Rest,               \
            if_compile_time_list<PropertyListT> = 0>                                               \
  Event parallel_for(range space, PropertyListT properties, const Rest &...rest) {           \
    return run<KernelName>(Event(), space, properties, rest...);                                   \
  }                                                                                                \
  template <typename KernelName = unnamed, typename PropertyListT, typename... Rest,               \
            if_compile_time_list<PropertyListT> = 0>                                               \
  Event parallel_for(range space, Event depEvent, PropertyListT properties,                  \
                     const Rest &...rest) {                                                        \
    return run<KernelName>(depEvent, space, properties, rest...);                                  \
  }                                                                                                \
  template <typename KernelName = unnamed, typename PropertyListT, typename... Rest,               \
            if_compile_time_list<PropertyListT> = 0>                                               \
  Event parallel_for(range space, const std::vector<Event> &depEvents,                       \
                     PropertyListT properties, const Rest &...rest) {                              \
    return run<KernelName>(depEvents, space, properties, rest...);                                 \
  }
  SCYTHE_LAUNCHES(range<1>)
  SCYTHE_LAUNCHES(range<2>)
  SCYTHE_LAUNCHES(range<3>)
#undef SCYTHE_LAUNCHES
  template <typename KernelName = unnamed, int Dimensions, typename PropertyListT, typename... Rest,
            if_compile_time_list<PropertyListT> = 0>
  Event parallel_for(nd_range<Dimensions> space, PropertyListT properties, const Rest &...rest) {
    return run<KernelName>(Event(), space, properties, rest...);
  }
  template <typename KernelName = unnamed, int Dimensions, typename PropertyListT, typename... Rest,
            if_compile_time_list<PropertyListT> = 0>
  Event parallel_for(nd_range<Dimensions> space, Event depEvent, PropertyListT properties,
                     const Rest &...rest) {
    return run<KernelName>(depEvent, space, properties, rest...);
  }
  template <typename KernelName = unnamed, int Dimensions, typename PropertyListT, typename... Rest,
            if_compile_time_list<PropertyListT> = 0>
  Event parallel_for(nd_range<Dimensions> space, const std::vector<Event> &depEvents,
                     PropertyListT properties, const Rest &...rest) {
    return run<KernelName>(depEvents, space, properties, rest...);
  }

private:
  Queue &self() noexcept { return static_cast<Queue &>(*this); }

  template <typename KernelName, typename Events, typename Space, typename PropertyListT,
            typename KernelType>
  Event run(const Events &events, const Space &space, PropertyListT properties,
            const KernelType &kernelFunc) {
    return self().template launch<KernelName>(events, kernelFunc, space, properties);
  }
  template <typename KernelName, typename Events, typename Space, typename PropertyListT,
            typename First, typename Second, typename... Rest>
  Event run(const Events &events, const Space &space, PropertyListT properties,
            const First &first, const Second &second, const Rest &...rest) {
    return self().template reduce<KernelName>(events, space, properties, first, second, rest...);
  }
};

} // namespace sycl::detail

// Properties of kernels (sycl_ext_oneapi_kernel_properties).
//
// In sycl::ext::oneapi the keys have the plain names and the properties end with
// _v; in sycl::ext::oneapi::experimental the properties have the plain names and
// the keys end with _key.
#pragma once

#include <sycl/aspect.hpp>
#include <sycl/ext/oneapi/properties.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl::inline _V1::detail {

template <typename Key, std::size_t... Sizes> struct group_size_property {
  static_assert(sizeof...(Sizes) >= 1 && sizeof...(Sizes) <= 3,
                "a work-group has one to three dimensions");
  static_assert(((Sizes > 0) && ...), "the sizes of a work-group must be at least one");
  using type = ext::oneapi::experimental::property_value<
      Key, std::integral_constant<std::size_t, Sizes>...>;
};

} // namespace sycl::detail

namespace sycl::inline _V1::ext::oneapi {

// Like [[sycl::reqd_work_group_size]]: sizes in SYCL's order of dimensions.
struct work_group_size {
  static constexpr const char *meta_name = "sycl-work-group-size";
  template <std::size_t... Sizes>
  using value_t = typename sycl::detail::group_size_property<work_group_size, Sizes...>::type;
};
template <std::size_t... Sizes>
inline constexpr work_group_size::value_t<Sizes...> work_group_size_v;

struct work_group_size_hint {
  static constexpr const char *meta_name = "sycl-work-group-size-hint";
  template <std::size_t... Sizes>
  using value_t = typename sycl::detail::group_size_property<work_group_size_hint, Sizes...>::type;
};
template <std::size_t... Sizes>
inline constexpr work_group_size_hint::value_t<Sizes...> work_group_size_hint_v;

// The largest work-group of the kernel, in each dimension.
struct max_work_group_size {
  static constexpr const char *meta_name = "sycl-max-work-group-size";
  template <std::size_t... Sizes>
  using value_t = typename sycl::detail::group_size_property<max_work_group_size, Sizes...>::type;
};
template <std::size_t... Sizes>
inline constexpr max_work_group_size::value_t<Sizes...> max_work_group_size_v;

// Like [[sycl::reqd_sub_group_size]].
struct sub_group_size {
  static constexpr const char *meta_name = "sycl-sub-group-size";
  template <std::uint32_t Size> struct checked {
    static_assert(Size > 0, "sub_group_size: the size is at least one");
    using type = experimental::property_value<sub_group_size,
                                              std::integral_constant<std::uint32_t, Size>>;
  };
  template <std::uint32_t Size> using value_t = typename checked<Size>::type;
};
template <std::uint32_t Size> inline constexpr sub_group_size::value_t<Size> sub_group_size_v;

// The kernel runs only on devices with all of these.
struct device_has {
  static constexpr const char *meta_name = "sycl-device-has";
  template <aspect... Aspects>
  using value_t =
      experimental::property_value<device_has, std::integral_constant<aspect, Aspects>...>;
};
template <aspect... Aspects> inline constexpr device_has::value_t<Aspects...> device_has_v;

namespace experimental {

using work_group_size_key = oneapi::work_group_size;
using work_group_size_hint_key = oneapi::work_group_size_hint;
using max_work_group_size_key = oneapi::max_work_group_size;
using sub_group_size_key = oneapi::sub_group_size;
using device_has_key = oneapi::device_has;

template <std::size_t... Sizes>
inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...> work_group_size_hint;
template <std::size_t... Sizes>
inline constexpr max_work_group_size_key::value_t<Sizes...> max_work_group_size;
template <std::uint32_t Size> inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
template <aspect... Aspects> inline constexpr device_has_key::value_t<Aspects...> device_has;

} // namespace experimental
} // namespace sycl::ext::oneapi

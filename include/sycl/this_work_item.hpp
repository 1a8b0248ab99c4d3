// The calling work-item, for functions without an nd_item: the extensions
// SYCL_KHR_WORK_ITEM_QUERIES and SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES. In kernels over an
// nd_range, except for this_item and this_id.
#pragma once

#include <sycl/detail/index_builder.hpp>

namespace sycl::inline _V1 {

namespace khr {

template <int Dimensions> SCYTHE_ALWAYS_INLINE inline nd_item<Dimensions> this_nd_item() noexcept {
  return detail::index_builder::make_nd_item<Dimensions>();
}
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline group<Dimensions> this_group() noexcept {
  return detail::index_builder::make_group<Dimensions>();
}
SCYTHE_ALWAYS_INLINE inline sycl::sub_group this_sub_group() noexcept {
  return detail::index_builder::make_sub_group();
}

} // namespace khr

namespace ext::oneapi {

namespace this_work_item {

template <int Dimensions> SCYTHE_ALWAYS_INLINE inline nd_item<Dimensions> get_nd_item() noexcept {
  return khr::this_nd_item<Dimensions>();
}
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline group<Dimensions> get_work_group() noexcept {
  return khr::this_group<Dimensions>();
}
SCYTHE_ALWAYS_INLINE inline sub_group get_sub_group() noexcept { return khr::this_sub_group(); }

} // namespace this_work_item

// Earlier spellings of the extension.
using khr::this_group;
using khr::this_nd_item;
using khr::this_sub_group;

namespace experimental {

using khr::this_group;
using khr::this_nd_item;
using khr::this_sub_group;

// In kernels over a range as well.
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline item<Dimensions> this_item() noexcept {
  return detail::index_builder::make_item<Dimensions, true, true>();
}
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline id<Dimensions> this_id() noexcept {
  return this_item<Dimensions>().get_id();
}

} // namespace experimental

} // namespace ext::oneapi

using ext::oneapi::experimental::this_id;
using ext::oneapi::experimental::this_item;
using khr::this_group;
using khr::this_nd_item;
} // namespace sycl

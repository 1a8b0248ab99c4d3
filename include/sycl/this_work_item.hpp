// The work-item that asks, for functions that no nd_item was passed to: the
// extensions SYCL_KHR_WORK_ITEM_QUERIES and
// SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES. In kernels over an nd_range only.
#pragma once

#include <sycl/detail/index_builder.hpp>

#define SYCL_KHR_WORK_ITEM_QUERIES 1
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

namespace sycl {

namespace khr {

template <int Dimensions> SCYTHE_ALWAYS_INLINE inline nd_item<Dimensions> this_nd_item() noexcept {
  return detail::index_builder::make_nd_item<Dimensions>();
}
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline group<Dimensions> this_group() noexcept {
  return detail::index_builder::make_group<Dimensions>();
}
SCYTHE_ALWAYS_INLINE inline sub_group this_sub_group() noexcept {
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

namespace experimental {
using khr::this_group;
using khr::this_nd_item;
using khr::this_sub_group;
} // namespace experimental

} // namespace ext::oneapi
} // namespace sycl

// The extension sycl_khr_max_work_group_queries: the largest number of work-groups of a launch.
#pragma once

#include <sycl/ext/oneapi/device_info.hpp>

namespace sycl::inline _V1::khr::info::device {

template <int Dimensions = 3> struct max_work_group_range : detail::device_descriptor {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "launches have one to three dimensions");
  using return_type = range<Dimensions>;
  static return_type get(const scythe_device *device) {
    using counts = ext::oneapi::experimental::info::device::max_work_groups<Dimensions>;
    const id<Dimensions> most = counts::get(device);
    return_type result;
    for (int dimension = 0; dimension < Dimensions; ++dimension)
      result[dimension] = most[dimension];
    return result;
  }
};
struct max_work_group_range_size
    : ext::oneapi::experimental::info::device::max_global_work_groups {};

} // namespace sycl::khr::info::device

// Device information of other SYCL compilers, in addition to SYCL's own queries.
#pragma once

#include <sycl/id.hpp>
#include <sycl/info/device.hpp>

#include <climits>

namespace sycl::inline _V1::ext::oneapi {

namespace info::device {

struct num_compute_units
    : detail::device_scalar<std::size_t, SCYTHE_DEVICE_COMPUTE_UNITS, std::uint32_t> {};

} // namespace info::device

namespace experimental::info::device {

// There is no limit; the value must be usable by programs that count in `int`.
struct max_global_work_groups : detail::device_constant<std::size_t, INT_MAX> {};
template <int Dimensions = 3> struct max_work_groups : detail::device_descriptor {
  using return_type = id<Dimensions>;
  static return_type get(const scythe_device *) {
    return_type result;
    for (int dim = 0; dim < Dimensions; ++dim)
      result[dim] = INT_MAX;
    return result;
  }
};

} // namespace experimental::info::device

} // namespace sycl::ext::oneapi

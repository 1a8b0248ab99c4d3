// From the extension sycl_ext_oneapi_launch_queries: the number of work-groups of a kernel that
// occupies the queue's device.
#pragma once

#include <sycl/kernel_bundle/kernel.hpp>
#include <sycl/queue.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental::info::kernel_queue_specific {

struct max_work_group_size {
  using return_type = std::size_t;
};
struct max_num_work_groups {
  using return_type = std::size_t;
};
// From sycl_ext_oneapi_root_group: the number of work-groups that can synchronise. Without a size,
// for the largest work-groups.
struct max_num_work_group_sync {
  using return_type = std::size_t;
};

} // namespace ext::oneapi::experimental::info::kernel_queue_specific

template <typename Param> std::size_t kernel::ext_oneapi_get_info(const queue &onQueue) const {
  namespace queries = ext::oneapi::experimental::info::kernel_queue_specific;
  constexpr bool meet = std::is_same_v<Param, queries::max_num_work_group_sync>;
  static_assert(
      meet || std::is_same_v<Param, queries::max_work_group_size>,
      "kernel::ext_oneapi_get_info with a queue takes max_work_group_size or "
      "max_num_work_group_sync, and with a queue and a work-group's size max_num_work_groups or "
      "max_num_work_group_sync, all from "
      "sycl::ext::oneapi::experimental::info::kernel_queue_specific");
  const std::size_t most =
      get_info<info::kernel_device_specific::work_group_size>(onQueue.get_device());
  if constexpr (meet)
    return ext_oneapi_get_info<Param>(onQueue, range<3>(1, 1, most), 0);
  else
    return most;
}

// Unless they synchronise, a launch may have any number of work-groups. The result is a
// recommendation: as many as run at the same time. OpenCL does not report that; a compute unit is
// assumed to hold the work-items of the largest work-group.
template <typename Param>
std::size_t kernel::ext_oneapi_get_info(const queue &onQueue, range<3> workGroupSize,
                                        std::size_t bytes) const {
  namespace queries = ext::oneapi::experimental::info::kernel_queue_specific;
  constexpr bool meet = std::is_same_v<Param, queries::max_num_work_group_sync>;
  static_assert(meet || std::is_same_v<Param, queries::max_num_work_groups>,
                "kernel::ext_oneapi_get_info with a work-group's size takes max_num_work_groups or "
                "max_num_work_group_sync from "
                "sycl::ext::oneapi::experimental::info::kernel_queue_specific");
  const device dev = onQueue.get_device();
  const std::size_t items = workGroupSize.size();
  if (items == 0)
    detail::throw_error(errc::invalid, "max_num_work_groups: the work-group has no work-items");
  const std::size_t room = get_info<info::kernel_device_specific::work_group_size>(dev);
  if (items > room || bytes > dev.get_info<info::device::local_mem_size>())
    return 0;
  const scythe_kernel *const record = detail::kernel_access::record(*this);
  if (record && (meet || get_backend() != backend::opencl)) {
    std::size_t groups = 0;
    detail::check(scythe_kernel_groups_together(record, detail::device_access::handle(dev), items,
                                                bytes, &groups));
    return groups;
  }
  if constexpr (meet)
    return 1;
  return dev.get_info<info::device::max_compute_units>() * (room / items);
}
template <typename Param>
std::size_t kernel::ext_oneapi_get_info(const queue &onQueue, range<2> workGroupSize,
                                        std::size_t bytes) const {
  return ext_oneapi_get_info<Param>(onQueue, range<3>(1, workGroupSize[0], workGroupSize[1]),
                                    bytes);
}
template <typename Param>
std::size_t kernel::ext_oneapi_get_info(const queue &onQueue, range<1> workGroupSize,
                                        std::size_t bytes) const {
  return ext_oneapi_get_info<Param>(onQueue, range<3>(1, 1, workGroupSize[0]), bytes);
}

} // namespace sycl

// SYCL 2020 §4.11.14.2. The queries are in kernel_bundle/kernel.hpp.
#pragma once

#include <sycl/detail/info_query.hpp>
#include <sycl/range.hpp>

namespace sycl::inline _V1::detail {

struct kernel_descriptor {};
struct kernel_device_descriptor {};

} // namespace sycl::detail

namespace sycl::inline _V1::info {

namespace kernel {

struct num_args : detail::kernel_descriptor {
  using return_type = std::uint32_t;
};
struct attributes : detail::kernel_descriptor {
  using return_type = std::string;
};

// From SYCL 1.2.1, still used by programs.
struct function_name : detail::kernel_descriptor {
  using return_type = std::string;
};

} // namespace kernel

namespace kernel_device_specific {

struct global_work_size : detail::kernel_device_descriptor {
  using return_type = range<3>;
};
struct work_group_size : detail::kernel_device_descriptor {
  using return_type = std::size_t;
};
struct compile_work_group_size : detail::kernel_device_descriptor {
  using return_type = range<3>;
};
struct preferred_work_group_size_multiple : detail::kernel_device_descriptor {
  using return_type = std::size_t;
};
struct private_mem_size : detail::kernel_device_descriptor {
  using return_type = std::size_t;
};
struct max_num_sub_groups : detail::kernel_device_descriptor {
  using return_type = std::uint32_t;
};
struct compile_num_sub_groups : detail::kernel_device_descriptor {
  using return_type = std::uint32_t;
};
struct max_sub_group_size : detail::kernel_device_descriptor {
  using return_type = std::uint32_t;
};
struct compile_sub_group_size : detail::kernel_device_descriptor {
  using return_type = std::uint32_t;
};

} // namespace kernel_device_specific

} // namespace sycl::info

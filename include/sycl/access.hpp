// Access modes, targets, address spaces and deduction tags (SYCL 2020 §4.7.6
// and §4.7.7.1).
#pragma once

namespace sycl::inline _V1 {

enum class access_mode {
  read,
  write,
  read_write,
  discard_write,      // deprecated: write with property::no_init
  discard_read_write, // deprecated: read_write with property::no_init
  atomic              // deprecated
};

enum class target {
  device,
  host_task,
  constant_buffer, // deprecated
  local,           // deprecated
  host_buffer,     // deprecated
  host_image,      // of SYCL 1.2.1, like the next two: programs that name them compile
  image,
  image_array,
  global_buffer = device
};

namespace access {

using mode = sycl::access_mode;
using sycl::target;

enum class placeholder { false_t, true_t };

enum class fence_space { local_space, global_space, global_and_local };

enum class address_space {
  global_space,
  local_space,
  constant_space, // deprecated
  private_space,
  generic_space,
  // The parts of global memory that sycl_ext_intel_usm_address_spaces distinguishes.
  ext_intel_global_device_space,
  ext_intel_global_host_space
};

// Whether a multi_ptr exposes pointers with the address space in their type.
enum class decorated {
  no,
  yes,
  legacy // deprecated: the interface of SYCL 1.2.1
};

} // namespace access

using addrspace = access::address_space;
inline constexpr addrspace addrspace_global = addrspace::global_space;
inline constexpr addrspace addrspace_local = addrspace::local_space;
inline constexpr addrspace addrspace_private = addrspace::private_space;
inline constexpr addrspace addrspace_generic = addrspace::generic_space;

namespace detail {

// The type of a deduction tag: it carries the template arguments that it implies.
template <access_mode Mode, target Target> struct access_tag {
  explicit constexpr access_tag() = default;
};

} // namespace detail

inline constexpr detail::access_tag<access_mode::read, target::device> read_only{};
inline constexpr detail::access_tag<access_mode::read_write, target::device> read_write{};
inline constexpr detail::access_tag<access_mode::write, target::device> write_only{};
inline constexpr detail::access_tag<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr detail::access_tag<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr detail::access_tag<access_mode::write, target::host_task> write_only_host_task{};

} // namespace sycl

// SYCL 2020 §4.6.4.4 and §4.6.4.7.
#pragma once

#include <scythe/facts.h>
#include <sycl/detail/forward.hpp>
#include <sycl/detail/info_query.hpp>
#include <sycl/memory_order.hpp>
#include <sycl/memory_scope.hpp>
#include <sycl/range.hpp>

#include <utility>

namespace sycl::inline _V1::info {

enum class device_type {
  cpu = SCYTHE_DEVICE_TYPE_CPU,
  gpu = SCYTHE_DEVICE_TYPE_GPU,
  accelerator = SCYTHE_DEVICE_TYPE_ACCELERATOR,
  custom = SCYTHE_DEVICE_TYPE_CUSTOM,
  automatic,
  host,
  all
};

enum class partition_property {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain
};

enum class partition_affinity_domain {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};

enum class local_mem_type { none, local, global };

enum class fp_config {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};

enum class global_mem_cache_type { none, read_only, read_write };

enum class execution_capability { exec_kernel, exec_native_kernel };

namespace device {

using std::size_t;
using std::uint32_t;
using std::uint64_t;

// Identity.
struct device_type
    : detail::device_scalar<info::device_type, SCYTHE_DEVICE_TYPE, uint32_t> {};
// From SYCL 1.2.1; a device exists once.
struct reference_count : detail::device_constant<uint32_t, 1> {};
struct vendor_id : detail::device_scalar<uint32_t, SCYTHE_DEVICE_VENDOR_ID> {};
struct name : detail::device_string<SCYTHE_DEVICE_NAME> {};
struct vendor : detail::device_string<SCYTHE_DEVICE_VENDOR> {};
struct version : detail::device_string<SCYTHE_DEVICE_VERSION> {};
struct driver_version : detail::device_string<SCYTHE_DEVICE_DRIVER_VERSION> {};
struct backend_version : detail::device_string<SCYTHE_DEVICE_VERSION> {};
struct aspects : detail::device_array<aspect, SCYTHE_DEVICE_ASPECTS, uint32_t> {};
struct is_available : detail::device_scalar<bool, SCYTHE_DEVICE_IS_AVAILABLE, uint32_t> {};
struct platform : detail::device_descriptor {
  using return_type = sycl::platform;
};

// Compute.
struct max_compute_units : detail::device_scalar<uint32_t, SCYTHE_DEVICE_COMPUTE_UNITS> {};
struct max_work_item_dimensions : detail::device_constant<uint32_t, 3> {};
struct max_work_group_size
    : detail::device_scalar<size_t, SCYTHE_DEVICE_MAX_WORK_GROUP_SIZE, uint64_t> {};
struct max_num_sub_groups : detail::device_scalar<uint32_t, SCYTHE_DEVICE_MAX_NUM_SUB_GROUPS> {};
// From earlier revisions of SYCL 2020.
struct sub_group_independent_forward_progress : detail::device_constant<bool, false> {};
struct sub_group_sizes : detail::device_array<size_t, SCYTHE_DEVICE_SUB_GROUP_SIZES, uint64_t> {};
struct max_clock_frequency
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_MAX_CLOCK_FREQUENCY> {};
struct max_parameter_size
    : detail::device_scalar<size_t, SCYTHE_DEVICE_MAX_PARAMETER_SIZE, uint64_t> {};
struct profiling_timer_resolution
    : detail::device_scalar<size_t, SCYTHE_DEVICE_PROFILING_TIMER_RESOLUTION, uint64_t> {};
template <int Dimensions = 3> struct max_work_item_sizes : detail::device_descriptor {
  using return_type = range<Dimensions>;
  // A lower-dimensional range is contiguous along the same, last dimension.
  static return_type get(const scythe_device *device) {
    const auto sizes =
        detail::query_array<uint64_t>(device, SCYTHE_DEVICE_MAX_WORK_ITEM_SIZES);
    return_type result;
    for (int dim = 0; dim < Dimensions; ++dim)
      result[dim] = sizes[3 - Dimensions + dim];
    return result;
  }
};

// Vector widths; `long long` has that of `long`.
template <uint32_t Key, size_t Index>
using vector_width = detail::device_element<uint32_t, Key, Index>;
struct preferred_vector_width_char : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 0> {};
struct preferred_vector_width_short : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 1> {};
struct preferred_vector_width_int : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 2> {};
struct preferred_vector_width_long : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 3> {};
struct preferred_vector_width_long_long : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 3> {};
struct preferred_vector_width_float : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 4> {};
struct preferred_vector_width_double : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 5> {};
struct preferred_vector_width_half : vector_width<SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH, 6> {};
struct native_vector_width_char : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 0> {};
struct native_vector_width_short : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 1> {};
struct native_vector_width_int : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 2> {};
struct native_vector_width_long : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 3> {};
struct native_vector_width_long_long : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 3> {};
struct native_vector_width_float : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 4> {};
struct native_vector_width_double : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 5> {};
struct native_vector_width_half : vector_width<SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH, 6> {};

// Floating point.
struct half_fp_config : detail::device_flags<fp_config, SCYTHE_DEVICE_FP_CONFIG, 0> {};
struct single_fp_config : detail::device_flags<fp_config, SCYTHE_DEVICE_FP_CONFIG, 1> {};
struct double_fp_config : detail::device_flags<fp_config, SCYTHE_DEVICE_FP_CONFIG, 2> {};

// Memory.
struct address_bits : detail::device_scalar<uint32_t, SCYTHE_DEVICE_ADDRESS_BITS> {};
struct max_mem_alloc_size : detail::device_scalar<uint64_t, SCYTHE_DEVICE_MAX_MEM_ALLOC_SIZE> {};
struct mem_base_addr_align
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_MEM_BASE_ADDR_ALIGN> {};
struct global_mem_size : detail::device_scalar<uint64_t, SCYTHE_DEVICE_GLOBAL_MEM_SIZE> {};
struct global_mem_cache_type
    : detail::device_scalar<info::global_mem_cache_type, SCYTHE_DEVICE_GLOBAL_MEM_CACHE_TYPE,
                            uint32_t> {};
struct global_mem_cache_line_size
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GLOBAL_MEM_CACHE_LINE_SIZE> {};
struct global_mem_cache_size
    : detail::device_scalar<uint64_t, SCYTHE_DEVICE_GLOBAL_MEM_CACHE_SIZE> {};
struct local_mem_type
    : detail::device_scalar<info::local_mem_type, SCYTHE_DEVICE_LOCAL_MEM_TYPE, uint32_t> {};
struct local_mem_size : detail::device_scalar<uint64_t, SCYTHE_DEVICE_LOCAL_MEM_SIZE> {};
struct error_correction_support
    : detail::device_scalar<bool, SCYTHE_DEVICE_ERROR_CORRECTION, uint32_t> {};
struct atomic_memory_order_capabilities
    : detail::device_constants<memory_order, memory_order::relaxed, memory_order::acquire,
                               memory_order::release, memory_order::acq_rel,
                               memory_order::seq_cst> {};
struct atomic_fence_order_capabilities : atomic_memory_order_capabilities {};
struct atomic_memory_scope_capabilities
    : detail::device_constants<memory_scope, memory_scope::work_item, memory_scope::sub_group,
                               memory_scope::work_group, memory_scope::device,
                               memory_scope::system> {};
struct atomic_fence_scope_capabilities : atomic_memory_scope_capabilities {};

// Images. They are in memory of buffers, and so limited by memory only; the numbers are those up to
// which float represents all coordinates.
struct image_support : detail::device_has<aspect::image> {};
struct max_read_image_args : detail::device_constant<uint32_t, 128> {};
struct max_write_image_args : detail::device_constant<uint32_t, 128> {};
struct image2d_max_height : detail::device_constant<size_t, 1 << 24> {};
struct image2d_max_width : detail::device_constant<size_t, 1 << 24> {};
struct image3d_max_height : detail::device_constant<size_t, 1 << 24> {};
struct image3d_max_width : detail::device_constant<size_t, 1 << 24> {};
struct image3d_max_depth : detail::device_constant<size_t, 1 << 24> {};
struct image_max_buffer_size : detail::device_constant<size_t, 1 << 24> {};
struct max_samplers : detail::device_constant<uint32_t, 128> {};

// Sub-devices, which are not supported.
struct parent_device : detail::device_descriptor {
  using return_type = sycl::device;
};
struct partition_max_sub_devices : detail::device_constant<uint32_t, 0> {};
struct partition_properties : detail::device_constants<partition_property> {};
struct partition_affinity_domains : detail::device_constants<partition_affinity_domain> {};
struct partition_type_property
    : detail::device_constant<partition_property, partition_property::no_partition> {};
struct partition_type_affinity_domain
    : detail::device_constant<partition_affinity_domain,
                              partition_affinity_domain::not_applicable> {};

// No device has built-in kernels.
struct built_in_kernel_ids : detail::device_descriptor {
  using return_type = std::vector<kernel_id>;
  // A template, because kernel_id is completed later.
  template <typename IdT = kernel_id> static std::vector<IdT> get(const scythe_device *) {
    return {};
  }
};

// Deprecated in SYCL 2020.
struct max_constant_buffer_size : max_mem_alloc_size {};
struct max_constant_args : detail::device_constant<uint32_t, 8> {};
struct host_unified_memory : detail::device_has<aspect::usm_system_allocations> {};
struct is_endian_little : detail::device_constant<bool, true> {};
struct is_compiler_available : detail::device_has<aspect::online_compiler> {};
struct is_linker_available : detail::device_has<aspect::online_linker> {};
struct queue_profiling : detail::device_has<aspect::queue_profiling> {};
struct printf_buffer_size : detail::device_constant<size_t, 1 << 20> {};
struct execution_capabilities : detail::opencl_only<std::vector<execution_capability>> {};
struct profile : detail::opencl_only<std::string> {};
struct preferred_interop_user_sync : detail::opencl_only<bool> {};
struct built_in_kernels : detail::device_descriptor {
  using return_type = std::vector<std::string>;
  static return_type get(const scythe_device *) { return {}; }
};
struct extensions : detail::device_descriptor {
  using return_type = std::vector<std::string>;
  static return_type get(const scythe_device *device) {
    return_type result;
    std::string name;
    for (const char letter : detail::query_string<scythe_device>(scythe_device_info, device,
                                                                 SCYTHE_DEVICE_EXTENSIONS) +
                                 ' ') {
      if (letter != ' ')
        name += letter;
      else if (!name.empty())
        result.push_back(std::exchange(name, {}));
    }
    return result;
  }
};

} // namespace device
} // namespace sycl::info

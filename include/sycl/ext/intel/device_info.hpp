// The extension sycl_ext_intel_device_info: information from some drivers. A query whose aspect the
// device lacks throws errc::feature_not_supported.
#pragma once

#include <sycl/info/device.hpp>

#include <array>
#include <cstdint>

namespace sycl::inline _V1 {

namespace detail {

using uuid_type = std::array<unsigned char, 16>;

} // namespace detail

namespace ext::intel::info::device {

using std::uint32_t;
using std::uint64_t;

struct device_id : detail::device_scalar<uint32_t, SCYTHE_DEVICE_ID> {};
struct pci_address : detail::device_string<SCYTHE_DEVICE_PCI_ADDRESS> {};
struct uuid : detail::device_scalar<detail::uuid_type, SCYTHE_DEVICE_UUID> {};
struct gpu_eu_count : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_EU_COUNT> {};
struct gpu_eu_simd_width : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_EU_SIMD_WIDTH> {};
struct gpu_slices : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_SLICES> {};
struct gpu_subslices_per_slice
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_SUBSLICES_PER_SLICE> {};
struct gpu_eu_count_per_subslice
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_EU_COUNT_PER_SUBSLICE> {};
struct gpu_hw_threads_per_eu
    : detail::device_scalar<uint32_t, SCYTHE_DEVICE_GPU_HW_THREADS_PER_EU> {};
struct max_mem_bandwidth : detail::device_scalar<uint64_t, SCYTHE_DEVICE_MAX_MEM_BANDWIDTH> {};
struct free_memory : detail::device_scalar<uint64_t, SCYTHE_DEVICE_FREE_MEMORY> {};
struct memory_clock_rate : detail::device_scalar<uint32_t, SCYTHE_DEVICE_MEMORY_CLOCK_RATE> {};
struct memory_bus_width : detail::device_scalar<uint32_t, SCYTHE_DEVICE_MEMORY_BUS_WIDTH> {};
// The valid indices of property::queue::compute_index.
struct max_compute_queue_indices : detail::device_constant<int, 1> {};

} // namespace ext::intel::info::device
} // namespace sycl

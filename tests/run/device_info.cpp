// Information queries answer, with values that make sense.
#include "check.hpp"

#include <algorithm>
#include <unordered_set>

using namespace sycl;
namespace id_ = info::device;

static_assert(sycl::backend::ext_oneapi_cuda == sycl::backend::cuda);
static_assert(sycl::backend::ext_oneapi_level_zero != sycl::backend::ext_oneapi_hip);

int main() {
  const std::vector<platform> platforms = platform::get_platforms();
  const std::vector<device> devices = device::get_devices();
  CHECK(!platforms.empty() && !devices.empty());
  std::size_t count = 0;
  for (const platform &p : platforms) {
    CHECK(!p.get_info<info::platform::name>().empty());
    CHECK(!p.get_info<info::platform::vendor>().empty());
    CHECK(!p.get_info<info::platform::version>().empty());
    (void)p.get_info<info::platform::extensions>();
    for (const device &d : p.get_devices()) {
      CHECK(!d.has_extension("no such extension"));
      static_assert(std::is_same_v<info::device::built_in_kernel_ids::return_type,
                                   std::vector<kernel_id>>);
      CHECK(d.get_info<info::device::built_in_kernel_ids>().empty());
      CHECK(d.get_info<info::device::built_in_kernels>().empty());
      for (const std::string &name : d.get_info<info::device::extensions>())
        CHECK(d.has_extension(name));
    }
    (void)p.get_backend();
    for (const device &d : p.get_devices()) {
      CHECK(d.get_platform() == p);
      ++count;
    }
  }
  CHECK_EQ(count, devices.size());

  for (const device &d : devices) {
    CHECK(!d.get_info<id_::name>().empty());
    CHECK(!d.get_info<id_::vendor>().empty());
    CHECK(!d.get_info<id_::version>().empty());
    CHECK(!d.get_info<id_::driver_version>().empty());
    (void)d.get_info<id_::backend_version>();
    const info::device_type type = d.get_info<id_::device_type>();
    CHECK_EQ(d.is_cpu(), type == info::device_type::cpu);
    CHECK_EQ(d.is_gpu(), type == info::device_type::gpu);
    CHECK_EQ(d.is_accelerator(), type == info::device_type::accelerator);
    CHECK(d.get_info<id_::max_compute_units>() >= 1);
    CHECK_EQ(d.get_info<id_::max_work_item_dimensions>(), 3u);
    const std::size_t group = d.get_info<id_::max_work_group_size>();
    CHECK(group >= 1);
    const range<3> sizes = d.get_info<id_::max_work_item_sizes<3>>();
    const range<2> sizes2 = d.get_info<id_::max_work_item_sizes<2>>();
    const range<1> sizes1 = d.get_info<id_::max_work_item_sizes<1>>();
    CHECK(sizes[0] >= 1 && sizes[1] >= 1 && sizes[2] >= 1);
    CHECK_EQ(sizes1[0], sizes[2]);
    CHECK_EQ(sizes2[0], sizes[1]);
    const auto sub_groups = d.get_info<id_::sub_group_sizes>();
    CHECK(!sub_groups.empty());
    CHECK(d.get_backend() != backend::cpu || sub_groups == (std::vector<std::size_t>{4, 8, 16, 32}));
    CHECK(d.get_info<id_::max_num_sub_groups>() * sub_groups.front() ==
          d.get_info<id_::max_work_group_size>());
    CHECK(!d.get_info<id_::sub_group_independent_forward_progress>());
    CHECK(d.get_info<id_::global_mem_size>() > (1u << 20));
    CHECK(d.get_info<id_::max_mem_alloc_size>() > (1u << 20));
    CHECK(d.get_info<id_::local_mem_type>() == info::local_mem_type::none ||
          d.get_info<id_::local_mem_size>() >= 32 * 1024);
    CHECK(d.get_info<id_::address_bits>() == 64);
    CHECK(d.get_info<id_::mem_base_addr_align>() >= 64);
    CHECK(d.get_info<id_::max_parameter_size>() >= 1024);
    CHECK(d.get_info<id_::is_available>());
    CHECK(d.get_info<id_::platform>() == d.get_platform());
    CHECK_EQ(d.get_info<id_::image_support>(), d.has(aspect::image));
    CHECK_EQ(d.get_info<id_::queue_profiling>(), d.has(aspect::queue_profiling));
    CHECK_EQ(d.get_info<id_::preferred_vector_width_double>() > 0, d.has(aspect::fp64));
    CHECK(d.get_info<id_::native_vector_width_float>() >= 1);
    CHECK(d.get_info<id_::preferred_vector_width_int>() >= 1);
    const auto single = d.get_info<id_::single_fp_config>();
    CHECK(std::count(single.begin(), single.end(), info::fp_config::round_to_nearest) == 1);
    CHECK_EQ(d.get_info<id_::half_fp_config>().empty(), !d.has(aspect::fp16));
    (void)d.get_info<id_::max_clock_frequency>();
    (void)d.get_info<id_::global_mem_cache_type>();
    (void)d.get_info<id_::global_mem_cache_size>();
    (void)d.get_info<id_::global_mem_cache_line_size>();
    (void)d.get_info<id_::error_correction_support>();
    (void)d.get_info<id_::profiling_timer_resolution>();
    (void)d.get_info<id_::vendor_id>();
    CHECK(!d.get_info<id_::atomic_memory_order_capabilities>().empty());
    CHECK(!d.get_info<id_::atomic_fence_scope_capabilities>().empty());
    CHECK(d.get_info<id_::partition_properties>().empty());
    CHECK_EQ(d.get_info<id_::partition_max_sub_devices>(), 0u);
    CHECK_THROWS(errc::invalid, d.get_info<id_::parent_device>());
    CHECK_THROWS(errc::feature_not_supported,
                 d.create_sub_devices<info::partition_property::partition_equally>(2));

    const auto aspects = d.get_info<id_::aspects>();
    for (int a = 0; a <= int(aspect::ext_oneapi_tangle); ++a)
      CHECK_EQ(d.has(aspect(a)), std::count(aspects.begin(), aspects.end(), aspect(a)) == 1);
    CHECK_EQ(d.has(aspect::cpu), d.is_cpu());
  }
  // What is known of devices depends on what the unit is compiled for: 1 cpu, 2 spirv64, 4 ptx.
  static_assert(any_device_has_v<aspect::cpu> && any_device_has<aspect::image>::value);
  using detail::a_device_may_have, detail::every_device_has;
  static_assert(every_device_has(aspect::image, 1) && every_device_has(aspect::cpu, 1));
  static_assert(every_device_has(aspect::gpu, 4) && !a_device_may_have(aspect::cpu, 4));
  static_assert(every_device_has(aspect::fp64, 5) && !every_device_has(aspect::cpu, 5));
  static_assert(!every_device_has(aspect::fp64, 2) && a_device_may_have(aspect::gpu, 2));
  for (const device &d : devices)
    CHECK(d.has(aspect::fp64) || !all_devices_have<aspect::fp64>::value ||
          !all_devices_have_v<aspect::fp64>);

  // Contexts.
  context ctx(devices.front());
  CHECK(ctx.get_devices() == std::vector<device>{devices.front()});
  CHECK(ctx.get_platform() == devices.front().get_platform());
  CHECK(ctx.get_info<info::context::platform>() == ctx.get_platform());
  CHECK(ctx.get_info<info::context::devices>() == ctx.get_devices());
  CHECK(!ctx.get_info<info::context::atomic_memory_order_capabilities>().empty());
  CHECK(!ctx.get_info<info::context::atomic_fence_scope_capabilities>().empty());
  CHECK(context(devices.front().get_platform()).get_platform() == devices.front().get_platform());
  context copy = ctx;
  CHECK(copy == ctx && context(devices.front()) != ctx);
  CHECK_EQ((std::unordered_set<device>(devices.begin(), devices.end()).size()), devices.size());
  CHECK_EQ((std::unordered_set<platform>(platforms.begin(), platforms.end()).size()),
           platforms.size());
  for (const device &d : device::get_devices(info::device_type::cpu))
    CHECK(d.is_cpu());
  for (const device &d : device::get_devices(info::device_type::gpu))
    CHECK(d.is_gpu());
  return check::result();
}

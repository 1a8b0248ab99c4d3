//! plain_kernels = true

// Devices: their information, their selection, and what kernels require of them.
#include "check.hpp"


#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <unordered_set>

// Information queries answer, with values that make sense.
namespace information {

using namespace sycl;
namespace id_ = info::device;

static_assert(sycl::backend::ext_oneapi_cuda == sycl::backend::cuda);
static_assert(sycl::backend::ext_oneapi_level_zero != sycl::backend::ext_oneapi_hip);

void all() {
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
  // Facts about devices depend on the targets of the compilation: 1 cpu, 2 spirv64, 4 ptx.
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
}

} // namespace information

// Extensions that ask about devices, queues and contexts: default_context, queue_empty,
// queue_flush, current_device, peer_access, device_architecture, sycl_ext_intel_device_info
// and max_work_group_queries.
namespace extensions {

namespace syclex = sycl::ext::oneapi::experimental;
namespace intel_info = sycl::ext::intel::info::device;

#if SYCL_EXT_ONEAPI_DEFAULT_CONTEXT != 1 || SYCL_KHR_DEFAULT_CONTEXT != 1 ||                       \
    SYCL_EXT_ONEAPI_QUEUE_EMPTY != 1 || SYCL_KHR_QUEUE_EMPTY_QUERY != 1 ||                         \
    SYCL_KHR_QUEUE_FLUSH != 1 || SYCL_EXT_ONEAPI_CURRENT_DEVICE != 1 ||                            \
    SYCL_EXT_ONEAPI_PEER_ACCESS != 1 || SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE != 1 ||                \
    SYCL_EXT_INTEL_DEVICE_INFO < 1 || SYCL_KHR_MAX_WORK_GROUP_QUERIES != 1
#error "the macros of the extensions are missing"
#endif

void contexts(const sycl::queue &q) {
  const sycl::platform platform = q.get_device().get_platform();
  const sycl::context shared = platform.ext_oneapi_get_default_context();
  CHECK(shared == platform.khr_get_default_context());
  CHECK(shared == q.get_context() && shared == sycl::queue(q.get_device()).get_context());
  CHECK(shared.get_devices() == platform.get_devices());
  CHECK(shared != sycl::context(q.get_device()));
}

void queues() {
  sycl::queue q;
  CHECK(q.ext_oneapi_empty() && q.khr_empty());
  std::promise<void> go;
  const sycl::event task = q.submit(
      [&](sycl::handler &group) { group.host_task([&] { go.get_future().wait(); }); });
  sycl::event last = q.single_task(task, [] {});
  q.khr_flush();
  CHECK(!q.ext_oneapi_empty() && !q.khr_empty());
  go.set_value();
  last.wait();
  CHECK(q.ext_oneapi_empty() && q.khr_empty());
}

void current_devices() {
  using syclex::this_thread::get_current_device;
  using syclex::this_thread::set_current_device;
  CHECK(get_current_device() == sycl::device());
  for (const sycl::device &each : sycl::device::get_devices()) {
    set_current_device(each);
    CHECK(get_current_device() == each);
    // Other threads have their own current device.
    std::thread([] { CHECK(get_current_device() == sycl::device()); }).join();
  }
}

template <typename Query> void answers(const sycl::device &dev, sycl::aspect asp) {
  if (dev.has(asp))
    CHECK(dev.get_info<Query>() != typename Query::return_type{});
  else
    CHECK_THROWS(sycl::errc::feature_not_supported, dev.get_info<Query>());
}

void driver_facts(const sycl::device &dev) {
  using sycl::aspect;
  answers<intel_info::device_id>(dev, aspect::ext_intel_device_id);
  answers<intel_info::pci_address>(dev, aspect::ext_intel_pci_address);
  answers<intel_info::uuid>(dev, aspect::ext_intel_device_info_uuid);
  answers<intel_info::gpu_eu_count>(dev, aspect::ext_intel_gpu_eu_count);
  answers<intel_info::gpu_eu_simd_width>(dev, aspect::ext_intel_gpu_eu_simd_width);
  answers<intel_info::gpu_slices>(dev, aspect::ext_intel_gpu_slices);
  answers<intel_info::gpu_subslices_per_slice>(dev, aspect::ext_intel_gpu_subslices_per_slice);
  answers<intel_info::gpu_eu_count_per_subslice>(dev,
                                                 aspect::ext_intel_gpu_eu_count_per_subslice);
  answers<intel_info::gpu_hw_threads_per_eu>(dev, aspect::ext_intel_gpu_hw_threads_per_eu);
  answers<intel_info::max_mem_bandwidth>(dev, aspect::ext_intel_max_mem_bandwidth);
  answers<intel_info::free_memory>(dev, aspect::ext_intel_free_memory);
  answers<intel_info::memory_clock_rate>(dev, aspect::ext_intel_memory_clock_rate);
  answers<intel_info::memory_bus_width>(dev, aspect::ext_intel_memory_bus_width);
  CHECK_EQ(dev.get_info<intel_info::max_compute_queue_indices>(), 1);
  if (dev.get_backend() == sycl::backend::cpu) {
    CHECK(dev.has(aspect::ext_intel_free_memory));
    CHECK(dev.get_info<intel_info::free_memory>() <=
          dev.get_info<sycl::info::device::global_mem_size>());
  }
}

void peers(const sycl::device &dev) {
  CHECK(!dev.ext_oneapi_can_access_peer(dev));
  CHECK(!dev.ext_oneapi_can_access_peer(dev, sycl::ext::oneapi::peer_access::atomics_supported));
  CHECK_THROWS(sycl::errc::invalid, dev.ext_oneapi_enable_peer_access(dev));
  CHECK_THROWS(sycl::errc::invalid, dev.ext_oneapi_disable_peer_access(dev));
}

void architectures(sycl::queue q) {
  using syclex::arch_category;
  using syclex::architecture;
  static_assert(architecture::intel_gpu_dg2_g10 == architecture::intel_gpu_acm_g10 &&
                architecture::intel_gpu_skl < architecture::intel_gpu_pvc &&
                architecture::nvidia_gpu_sm_90 < architecture::nvidia_gpu_sm_90a &&
                architecture::nvidia_gpu_sm_90a < architecture::nvidia_gpu_sm_100 &&
                architecture::amd_gpu_gfx90a < architecture::amd_gpu_gfx1010 &&
                architecture::x86_64 < architecture::intel_cpu_spr);
  const sycl::device dev = q.get_device();
  const architecture own = dev.get_info<syclex::info::device::architecture>();
  CHECK(dev.ext_oneapi_architecture_is(own));
  CHECK(!dev.ext_oneapi_architecture_is(architecture::amd_gpu_gfx700));
  CHECK_EQ(dev.ext_oneapi_architecture_is(arch_category::nvidia_gpu),
           dev.get_backend() == sycl::backend::ext_oneapi_cuda);
#ifdef __x86_64__
  if (dev.is_cpu())
    CHECK(own == architecture::x86_64);
#endif
  int *const seen = sycl::malloc_shared<int>(8, q);
  q.single_task([=] {
     for (int i = 0; i < 8; ++i)
       seen[i] = 0;
     syclex::if_architecture_is<architecture::x86_64, architecture::amd_gpu_gfx700>([=] {
       seen[0] = 1;
     }).otherwise([=] { seen[0] = 2; });
     syclex::if_architecture_is<arch_category::intel_gpu>([=] { seen[1] = 1; })
         .else_if_architecture_is<architecture::x86_64>([=] { seen[1] = 2; })
         .otherwise([=] { seen[1] = 3; });
     syclex::if_architecture_is_lt<architecture::intel_cpu_spr>([=] { seen[2] = 1; });
     syclex::if_architecture_is_ge<architecture::intel_cpu_spr>([=] { seen[3] = 1; });
     syclex::if_architecture_is_between<architecture::x86_64, architecture::intel_cpu_gnr>(
         [=] { seen[4] = 1; });
     syclex::if_architecture_is_le<architecture::intel_gpu_pvc>([=] { seen[5] = 1; })
         .else_if_architecture_is_gt<architecture::x86_64>([=] { seen[5] = 2; });
   }).wait();
  // The processor is unknown when code is compiled to SPIR-V.
  const bool known = own == architecture::x86_64 && dev.get_backend() == sycl::backend::cpu;
  CHECK_EQ(seen[0], known ? 1 : 2);
  CHECK_EQ(seen[1], known ? 2 : 3);
  CHECK_EQ(seen[2], known ? 1 : 0);
  CHECK_EQ(seen[3], 0);
  CHECK_EQ(seen[4], known ? 1 : 0);
  CHECK_EQ(seen[5], 0);
  sycl::free(seen, q);
}

void all() {
  sycl::queue q;
  const sycl::device dev = q.get_device();
  contexts(q);
  queues();
  current_devices();
  driver_facts(dev);
  peers(dev);
  architectures(q);
  namespace groups = sycl::khr::info::device;
  CHECK(dev.get_info<groups::max_work_group_range<1>>()[0] >= 1);
  CHECK(dev.get_info<groups::max_work_group_range<2>>()[1] >= 65535);
  CHECK(dev.get_info<groups::max_work_group_range<>>()[2] >= 65535);
  CHECK(dev.get_info<groups::max_work_group_range_size>() >= 65535);
  // Devices that can never run a kernel are not listed.
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    CHECK(!platform.get_devices().empty());
}

} // namespace extensions

// All kinds of device selectors.
namespace selectors {

using namespace sycl;

struct prefer_cpu {
  int operator()(const device &d) const { return d.is_cpu() ? 10 : 1; }
};

// As SYCL 1.2.1 has it.
class by_name : public device_selector {
public:
  explicit by_name(const std::string &name) : name_(name) {}
  int operator()(const device &d) const override {
    return d.get_info<info::device::name>() == name_ ? 1 : -1;
  }

private:
  std::string name_;
};

// Not constant.
struct counting {
  int operator()(const device &d) { return d.is_cpu() ? ++seen : -1; }
  int seen = 0;
};

void all() {
  const device chosen;
  const std::unique_ptr<device_selector> selectors[] = {
      std::make_unique<default_selector>(), std::make_unique<host_selector>(),
      std::make_unique<by_name>(chosen.get_info<info::device::name>())};
  CHECK(queue(*selectors[0]).get_device() == chosen && selectors[0]->select_device() == chosen);
  CHECK(queue(*selectors[2]).get_device().get_info<info::device::name>() ==
        chosen.get_info<info::device::name>());
  CHECK_THROWS(errc::runtime, queue(by_name("nobody's")));
  CHECK(chosen == device(default_selector_v));
  CHECK(chosen == device(default_selector{}));
  CHECK(chosen == device(aspect_selector()));
  CHECK(platform() == chosen.get_platform());
  if (!device::get_devices(info::device_type::cpu).empty()) {
    CHECK(device(*selectors[1]).is_cpu());
    counting counter;
    CHECK(queue(counter).get_device().is_cpu() && device(counting()).is_cpu());
    CHECK_EQ(counter.seen, 0);
    CHECK(device(cpu_selector_v).is_cpu());
    CHECK(device(cpu_selector()).is_cpu());
    CHECK(platform(cpu_selector_v).get_devices(info::device_type::cpu).size() >= 1);
    CHECK(device(prefer_cpu()).is_cpu());
    CHECK(device([](const device &d) { return d.has(aspect::cpu) ? 1 : -1; }).is_cpu());
    CHECK(device(aspect_selector(aspect::cpu)).is_cpu());
    CHECK(device(aspect_selector<aspect::cpu, aspect::fp64>()).has(aspect::fp64));
    CHECK(device(aspect_selector(std::vector{aspect::cpu}, std::vector{aspect::custom})).is_cpu());
    CHECK(queue(cpu_selector_v).get_device().is_cpu());
  } else {
    CHECK_THROWS(errc::runtime, device{cpu_selector_v});
    CHECK_THROWS(errc::runtime, queue{counting()});
  }

  const bool gpu = !device::get_devices(info::device_type::gpu).empty();
  const bool accelerator = !device::get_devices(info::device_type::accelerator).empty();
  if (gpu)
    CHECK(device(gpu_selector_v).is_gpu() && chosen.is_gpu());
  else
    CHECK_THROWS(errc::runtime, device{gpu_selector_v});
  if (!accelerator)
    CHECK_THROWS(errc::runtime, queue{accelerator_selector_v});
  CHECK_THROWS(errc::runtime, device([](const device &) { return -1; }));
  CHECK_THROWS(errc::runtime, device(aspect_selector(aspect::cpu, aspect::gpu)));
  const std::vector<aspect> kinds{aspect::cpu, aspect::gpu, aspect::accelerator, aspect::custom};
  CHECK_THROWS(errc::runtime, device(aspect_selector({}, kinds)));
  // Zero is a score like any other, and exceptions pass through.
  CHECK(device([](const device &) { return 0; }).get_platform() ==
        device::get_devices().front().get_platform());
  bool caught = false;
  try {
    device([](const device &) -> int { throw 3; });
  } catch (int) {
    caught = true;
  }
  CHECK(caught);
}

} // namespace selectors

// Kernels that need aspects of their device (SYCL 2020 §5.8.1): launches elsewhere
// are errors, and programs can ask before (§4.11.12).
namespace needed_aspects {

using namespace sycl;

namespace {

template <aspect Needed> struct decorated {
  int *out;
  [[sycl::device_has(Needed)]] void operator()() const { ++*out; }
  [[sycl::device_has(Needed)]] void operator()(item<1>) const { ++*out; }
};

struct needs_nothing {
  int *out;
  [[sycl::device_has()]] void operator()() const { ++*out; }
};

// On a function that is not a kernel, it only declares what the function uses.
[[sycl::device_has(aspect::fp64)]] int rounded(double x) { return int(x + 0.5); }

template <aspect Needed> void check_aspect(queue &q, int *out) {
  const device dev = q.get_device();
  const bool there = dev.has(Needed);
  CHECK_EQ(is_compatible<decorated<Needed>>(dev), there);
  const auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context(), {dev});
  CHECK_EQ(bundle.has_kernel(get_kernel_id<decorated<Needed>>()), there);
  *out = 0;
  const auto by_object = [&] { q.single_task(decorated<Needed>{out}).wait(); };
  const auto by_lambda = [&] {
    q.submit([&](handler &h) {
       h.parallel_for(1, [=](item<1>) [[sycl::device_has(Needed, aspect::usm_shared_allocations)]] {
         ++*out;
       });
     }).wait();
  };
  if (there) {
    by_object();
    by_lambda();
  } else {
    CHECK_THROWS(errc::kernel_not_supported, by_object());
    CHECK_THROWS(errc::kernel_not_supported, by_lambda());
  }
  CHECK_EQ(*out, there ? 2 : 0);
}

} // namespace

void all() {
  queue q;
  int *out = malloc_shared<int>(1, q);
  check_aspect<aspect::cpu>(q, out);
  check_aspect<aspect::gpu>(q, out);
  check_aspect<aspect::custom>(q, out);
  check_aspect<aspect::usm_shared_allocations>(q, out);
  *out = 0;
  q.single_task(needs_nothing{out}).wait();
  CHECK_EQ(*out, 1);
  CHECK(is_compatible<needs_nothing>(q.get_device()));
  if (q.get_device().has(aspect::fp64)) {
    q.single_task([=]() [[sycl::device_has(static_cast<int>(aspect::fp64))]] {
       *out = rounded(*out + 1.5);
     }).wait();
    CHECK_EQ(*out, 3);
  }
  free(out, q);
}

} // namespace needed_aspects

int main() {
  information::all();
  extensions::all();
  selectors::all();
  needed_aspects::all();
  return check::result();
}

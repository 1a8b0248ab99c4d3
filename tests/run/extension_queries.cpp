// Extensions that ask about devices, queues and contexts: default_context, queue_empty,
// queue_flush, current_device, peer_access, device_architecture, sycl_ext_intel_device_info
// and max_work_group_queries.
#include "check.hpp"

#include <future>
#include <thread>

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
    // Other threads choose for themselves.
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
  // Nothing is known about the processor when code is compiled to SPIR-V.
  const bool known = own == architecture::x86_64 && dev.get_backend() == sycl::backend::cpu;
  CHECK_EQ(seen[0], known ? 1 : 2);
  CHECK_EQ(seen[1], known ? 2 : 3);
  CHECK_EQ(seen[2], known ? 1 : 0);
  CHECK_EQ(seen[3], 0);
  CHECK_EQ(seen[4], known ? 1 : 0);
  CHECK_EQ(seen[5], 0);
  sycl::free(seen, q);
}

int main() {
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
  // What can never run a kernel is not there for programs.
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    CHECK(!platform.get_devices().empty());
  return check::result();
}

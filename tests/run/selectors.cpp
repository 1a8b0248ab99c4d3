// Device selectors of all kinds.
#include "check.hpp"

using namespace sycl;

struct prefer_cpu {
  int operator()(const device &d) const { return d.is_cpu() ? 10 : 1; }
};

int main() {
  const device chosen;
  CHECK(chosen == device(default_selector_v));
  CHECK(chosen == device(default_selector{}));
  CHECK(chosen == device(aspect_selector()));
  CHECK(device(cpu_selector_v).is_cpu());
  CHECK(device(cpu_selector()).is_cpu());
  CHECK(platform(cpu_selector_v).get_devices(info::device_type::cpu).size() >= 1);
  CHECK(platform() == chosen.get_platform());
  CHECK(device(prefer_cpu()).is_cpu());
  CHECK(device([](const device &d) { return d.has(aspect::cpu) ? 1 : -1; }).is_cpu());
  CHECK(device(aspect_selector(aspect::cpu)).is_cpu());
  CHECK(device(aspect_selector<aspect::cpu, aspect::fp64>()).has(aspect::fp64));
  CHECK(device(aspect_selector(std::vector{aspect::cpu}, std::vector{aspect::custom})).is_cpu());
  CHECK(queue(cpu_selector_v).get_device().is_cpu());

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
  return check::result();
}

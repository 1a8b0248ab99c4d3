// Device selectors of all kinds.
#include "check.hpp"

#include <memory>
#include <string>

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

int main() {
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
  return check::result();
}

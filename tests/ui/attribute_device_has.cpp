// The arguments of device_has are aspects (SYCL 2020 5.8.1).
#include <sycl/sycl.hpp>

struct wrong {
  [[sycl::device_has(1000)]] void operator()() const {}
  [[sycl::device_has(sycl::aspect::fp64, 2.5)]] void operator()(sycl::item<1>) const {}
  [[sycl::device_has(static_cast<sycl::aspect>(-1))]] void operator()(sycl::item<2>) const {}
};

void run(sycl::queue &q) {
  q.single_task([]() [[sycl::device_has(sycl::access_mode::read, 99u)]] {});
}

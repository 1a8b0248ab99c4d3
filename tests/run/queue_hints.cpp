// Hints to queues and queries about devices that other SYCL compilers have.
#include "check.hpp"

int main() {
  namespace oneapi = sycl::ext::oneapi;
  namespace hints = oneapi::property::queue;
  const sycl::queue queues[] = {
      sycl::queue(hints::priority_low()),
      sycl::queue({hints::priority_normal(), sycl::property::queue::in_order()}),
      sycl::queue({sycl::property::queue::in_order(), hints::priority_high(),
                   hints::discard_events()}),
      sycl::queue({sycl::ext::intel::property::queue::no_immediate_command_list(),
                   sycl::ext::intel::property::queue::compute_index(0)}),
  };
  CHECK(queues[0].has_property<hints::priority_low>());
  CHECK(!queues[0].has_property<hints::priority_high>());
  CHECK(queues[2].has_property<hints::discard_events>() && queues[2].is_in_order());
  using compute_index = sycl::ext::intel::property::queue::compute_index;
  CHECK_EQ(queues[3].get_property<compute_index>().get_index(), 0);
  for (sycl::queue q : queues) {
    int *const value = sycl::malloc_shared<int>(1, q);
    *value = 1;
    q.single_task([=] { *value += 1; });
    q.wait();
    CHECK_EQ(*value, 2);
    sycl::free(value, q);
  }

  const sycl::device device = queues[0].get_device();
  CHECK_EQ(device.get_info<oneapi::info::device::num_compute_units>(),
           std::size_t(device.get_info<sycl::info::device::max_compute_units>()));
  namespace groups = oneapi::experimental::info::device;
  const sycl::id<3> most = device.get_info<groups::max_work_groups<3>>();
  CHECK(most[0] > 0 && most[1] > 0 && most[2] > 0);
  CHECK(device.get_info<groups::max_work_groups<1>>()[0] > 0);
  CHECK(device.get_info<groups::max_global_work_groups>() > 0);
  return check::result();
}

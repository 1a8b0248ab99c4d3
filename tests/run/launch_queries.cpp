// max_num_work_groups and max_work_group_size of a kernel on a queue
// (sycl_ext_oneapi_launch_queries).
#include "check.hpp"
#include <sycl/sycl.hpp>

namespace queries = sycl::ext::oneapi::experimental::info::kernel_queue_specific;
using count = queries::max_num_work_groups;
class adds;

int main() {
  sycl::queue q;
  const sycl::device dev = q.get_device();
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 1;
  q.single_task<adds>([=] { *out += 1; }).wait();
  CHECK_EQ(*out, 2);
  sycl::free(out, q);

  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel kernel = bundle.get_kernel<adds>();
  const std::size_t most = kernel.ext_oneapi_get_info<queries::max_work_group_size>(q);
  CHECK_EQ(most, kernel.get_info<sycl::info::kernel_device_specific::work_group_size>(dev));
  const std::size_t units = dev.get_info<sycl::info::device::max_compute_units>();
  CHECK(kernel.ext_oneapi_get_info<count>(q, most) >= units);
  CHECK(kernel.ext_oneapi_get_info<count>(q, 1, 16) >= kernel.ext_oneapi_get_info<count>(q, most));
  const std::size_t some = kernel.ext_oneapi_get_info<count>(q, sycl::range<1>(8), 64);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, sycl::range<2>(2, 4)), some);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, sycl::range<3>(2, 2, 2), 64), some);
  // Launches that would be errors.
  const std::size_t local = dev.get_info<sycl::info::device::local_mem_size>();
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, most + 1), 0u);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, 8, local + 1), 0u);
  CHECK_THROWS(sycl::errc::invalid, kernel.ext_oneapi_get_info<count>(q, sycl::range<2>(0, 4)));
  return check::result();
}

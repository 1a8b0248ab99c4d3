//! skip_device = { opencl = "the flag is for processors; drivers choose", cuda = "the flag is for processors; the device has one size" }
//! flags = "-fscythe-sub-group-size=8"

// The sub-group size on the command line applies to kernels that do not require one.
#include "check.hpp"

using namespace sycl;

class Asks;
class Takes;

int main() {
  queue q;
  unsigned *out = malloc_shared<unsigned>(4, q);
  q.parallel_for<Takes>(nd_range<1>(48, 24), [=](nd_item<1> item) {
     sub_group g = item.get_sub_group();
     if (item.get_global_linear_id() == 17) {
       out[0] = static_cast<unsigned>(g.get_max_local_range()[0]);
       out[1] = g.get_group_linear_id();
     }
   }).wait();
  q.parallel_for<Asks>(nd_range<1>(48, 24), [=](nd_item<1> item) [[sycl::reqd_sub_group_size(16)]] {
     sub_group g = item.get_sub_group();
     if (item.get_global_linear_id() == 17) {
       out[2] = static_cast<unsigned>(g.get_max_local_range()[0]);
       out[3] = g.get_group_linear_id();
     }
   }).wait();
  CHECK_EQ(out[0], 8u);
  CHECK_EQ(out[1], 2u);
  CHECK_EQ(out[2], 16u);
  CHECK_EQ(out[3], 1u);

  // Only attributes are requirements.
  namespace specific = info::kernel_device_specific;
  auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context());
  const device dev = q.get_device();
  CHECK_EQ(bundle.get_kernel(get_kernel_id<Takes>()).get_info<specific::compile_sub_group_size>(dev), 0u);
  CHECK_EQ(bundle.get_kernel(get_kernel_id<Asks>()).get_info<specific::compile_sub_group_size>(dev), 16u);
  free(out, q);
  return check::result();
}

//! signal = 6
//! stdout = "before the kernel$"
//! stderr = "assert_fails.cpp:19: .*: global id: \\[3,5\\], local id: \\[1,1\\] Assertion `i != 3 \\|\\| j != 5` failed\\.\n$"
//! opt = ["-O0 -g", "-O2", "-O3 -g"]
//! skip_device = { opencl = "a driver cannot end the program: the assertion is printed and the work-item ends", cuda = "the driver prints its own message, and the launch fails" }
// An assertion that fails in one work-item, around a barrier.
#include <sycl/sycl.hpp>

#include <cassert>
#include <cstdio>

int main() {
  sycl::queue queue;
  // Still in the stream's buffer when the kernel fails.
  std::printf("before the kernel");
  queue.parallel_for(sycl::nd_range<2>({4, 8}, {2, 4}), [=](sycl::nd_item<2> item) {
    const auto i = item.get_global_id(0), j = item.get_global_id(1);
    sycl::group_barrier(item.get_group());
    assert(i != 3 || j != 5);
    sycl::group_barrier(item.get_group());
  });
  queue.wait();
  std::printf("not reached");
}

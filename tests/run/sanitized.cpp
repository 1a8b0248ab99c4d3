//! flags = "-g -fsanitize=address,undefined"
//! opt = ["-O1"]
//! skip_device = { opencl = "the sanitizer is for native code", cuda = "the sanitizer is for native code" }

// Kernels are ordinary functions, so AddressSanitizer works on them; it must report nothing here.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  std::vector<int> data(1000, 1);
  sycl::queue q;
  {
    sycl::buffer<int> b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(b, h, sycl::read_write);
      sycl::local_accessor<int, 1> tile(sycl::range<1>(50), h);
      h.parallel_for(sycl::nd_range<1>(1000, 50), [=](sycl::nd_item<1> it) {
        tile[it.get_local_id(0)] = acc[it.get_global_id(0)];
        sycl::group_barrier(it.get_group());
        // A variable whose address is taken lives in the sanitizer's frame, across a barrier too.
        int order[2] = {49, int(it.get_local_id(0))};
        const int *volatile first = order;
        sycl::group_barrier(it.get_group());
        acc[it.get_global_id(0)] = tile[first[0] - first[1]] + int(it.get_group(0));
      });
    });
  }
  for (int i = 0; i < 1000; ++i)
    CHECK(data[i] == 1 + i / 50);
  return check::result();
}

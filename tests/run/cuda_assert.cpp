//! signal = 6
//! stderr = "cuda_assert.cpp:[0-9]+: .*block: \\[1,0,0\\], thread: \\[3,0,0\\] Assertion `i != 19` failed[^$]*CUDA_ERROR_ASSERT"
//! opt = ["-O2"]
//! skip_device = { cpu = "about messages of CUDA's driver", opencl = "about messages of CUDA's driver" }
// A failing assertion on a GPU: the driver prints the work-item, and the launch is an error that names the kernel.
#include <sycl/sycl.hpp>

#include <cassert>

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
     const int i = int(it.get_global_id(0));
     assert(i != 19);
     out[i] = i;
   }).wait();
}

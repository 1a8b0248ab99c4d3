//! opt = ["-O0 -g"]
//! stderr = "^scythe: warning: [^\n]*divergent_barrier_message.cpp:16:[0-9]+: some work-items of a work-group do not reach a barrier that others wait at[^\n]*\n$"
//! skip_device = { opencl = "drivers do not say what a barrier does that some work-items do not come to", cuda = "work-items that are at a barrier wait for those that are not" }
// Without optimisation, the runtime reports divergent barriers: once per kernel, however many groups and launches
// there are, and not for kernels whose work-items all reach their barriers.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(32, queue);
  for (int launch = 0; launch < 2; ++launch)
    queue
        .parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> item) {
          const auto l = item.get_local_id(0);
          if (l < 5)
            sycl::group_barrier(item.get_group());
          out[item.get_global_id(0)] = static_cast<int>(l);
        })
        .wait();
  queue
      .parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> item) {
        if (item.get_group(0) < 2)
          sycl::group_barrier(item.get_group());
        out[item.get_global_id(0)] += 1;
      })
      .wait();
  int wrong = 0;
  for (int i = 0; i < 32; ++i)
    wrong += out[i] != i % 8 + 1;
  sycl::free(out, queue);
  return wrong;
}

// A kernel that is completed at link time, with the sub-group size and lockstep flags of its unit.
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(33, queue);
  queue
      .submit([&](sycl::handler &h) {
        sycl::local_accessor<int, 1> tile(16, h);
        h.parallel_for(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> item) {
          const int l = static_cast<int>(item.get_local_id(0));
          // Each reads what its neighbour wrote in the same step.
          tile[l] = twice(l);
          out[item.get_global_id(0)] = tile[l ^ 1];
          if (item.get_global_id(0) == 0)
            out[32] = static_cast<int>(item.get_sub_group().get_max_local_range()[0]);
        });
      })
      .wait();
  int wrong = 0;
  for (int i = 0; i < 32; ++i)
    wrong += out[i] != 2 * (i % 16 ^ 1);
  std::printf("%d %d", out[32], wrong);
  sycl::free(out, queue);
}

#include "launch.hpp"

static void launch_here(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    out[it.get_global_id(0)] = int(it.get_global_range(0) * 100 + it.get_local_range(0) +
                                   it.get_local_id(0));
  });
}

void launch(sycl::queue &q, int *out) { launch_here(q, out); }

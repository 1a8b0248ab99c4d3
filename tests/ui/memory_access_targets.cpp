//! flags = "-O2 --targets=cpu,ptx -Rscythe=memory-access"
//! accepted = true
// Entry points of other targets have other parameters; remarks use the program's names, and are printed once.
#include <sycl/sycl.hpp>

void reverse(sycl::queue &q, float *from, float *to) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float> tile(64, h);
    h.parallel_for(sycl::nd_range<1>(1024, 64), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0);
      tile[l] = from[it.get_global_id(0)];
      sycl::group_barrier(it.get_group());
      to[it.get_global_id(0)] = tile[63 - l];
    });
  });
}

//! flags = "-O2 --targets=spirv64"
//! accepted = true
// As divergent_barrier, for drivers alone, whose headers define builtins in terms of SPIR-V: barriers that some
// work-items certainly do not come to, by the line of the program; and others of which nobody knows, or which
// all come to.
#include <sycl/sycl.hpp>

static void sync(sycl::nd_item<1> it) { sycl::group_barrier(it.get_group()); }

void run(sycl::queue &q, int *a, int n) {
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    const int l = int(it.get_local_id(0));
    if (l == 0)
      it.barrier();
    if (int(it.get_global_id(0)) >= n)
      return;
    sync(it);
    if (n == 3)
      sync(it);
    a[l] = n;
    for (int i = 0; i < n; ++i)
      sync(it);
  });
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it)
                                                [[sycl::reqd_work_group_size(16)]] {
    const int l = int(it.get_local_id(0));
    if (l < 8)
      a[l] = sycl::reduce_over_group(it.get_group(), n + l, sycl::plus<>());
    if (l < 16)
      sync(it);
  });
}

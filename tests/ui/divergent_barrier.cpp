//! flags = "-O2"
//! accepted = true
// Barriers that some work-items certainly do not reach, by their line in the program; and others that all reach, or
// for which this is unknown.
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

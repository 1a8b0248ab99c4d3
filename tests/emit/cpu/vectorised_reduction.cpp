//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A tree reduction in local memory: the steps between the barriers are vector additions without masks, of as many
// elements as there are to add, and no value is saved per work-item. (LLVM reads two vectors with a gap between them
// by one load with a constant mask; that mask is not computed.)
#include <sycl/sycl.hpp>

void sums(sycl::queue &q, const float *x, float *out, size_t n) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tree(sycl::range<1>(256), h);
    h.parallel_for<class tree_kernel>(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
      const size_t l = it.get_local_id(0);
      tree[l] = x[it.get_global_id(0)];
      for (size_t half = 128; half > 0; half /= 2) {
        sycl::group_barrier(it.get_group());
        if (l < half)
          tree[l] += tree[l + half];
      }
      if (l == 0)
        out[it.get_group(0)] = tree[0];
    });
  });
}

// CHECK-LABEL: define {{.*}}tree_kernel{{.*}}.mux-kernel-wrapper(
// CHECK-NOT: scythe_cpu_scratch
// CHECK-NOT: llvm.masked.{{.*}} x i1> %
// CHECK: fadd <8 x float>
// CHECK-NOT: scythe_cpu_scratch
// CHECK-NOT: llvm.masked.{{.*}} x i1> %
// CHECK: ret void

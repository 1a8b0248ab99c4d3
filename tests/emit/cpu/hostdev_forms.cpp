//! emit = "lowered-ll"
//! flags = "-O2"

// Whether these pointers alias is known only at run time: two versions, the specialized one first, of which only that
// one keeps the sum in a register. A kernel without loops has one version.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, size_t n, const float *x, float *sum) {
  q.parallel_for<class rows>(sycl::range<1>(n), [=](sycl::id<1> i) {
    for (size_t k = 0; k < n; ++k)
      sum[i] += x[i * n + k];
  });
  q.parallel_for<class no_loop>(sycl::range<1>(n), [=](sycl::id<1> i) { sum[i] = x[i]; });
}

// CHECK-DAG: define {{.*}}rows.specialization.0({{.*}}, ptr noalias {{.*}}, ptr noalias
// CHECK-DAG: define {{.*}}rows(ptr
// CHECK-DAG: define {{.*}}no_loop(ptr
// CHECK-NOT: no_loop.specialization

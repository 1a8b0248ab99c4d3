//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Loops that read memory element by element read four at once in the versions for launches whose pointers, and
// numbers in address computations, are multiples of 16.
#include <sycl/sycl.hpp>

// The version for pointers suffices: elements are indexed from the first one.
void from_the_start(sycl::queue &q, const float *from, float *to, int n) {
  q.parallel_for<class start>(sycl::range<1>(1000), [=](sycl::id<1> i) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += from[k];
    to[i] = sum;
  });
}

// Rows begin at multiples of their length.
void rows(sycl::queue &q, const float *from, float *to, int n) {
  q.parallel_for<class row>(sycl::range<1>(1000), [=](sycl::id<1> i) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += from[int(i) * n + k];
    to[i] = sum;
  });
}

// CHECK-LABEL: .entry {{.*}}start_specialization_0(
// CHECK: ld.global.nc.v4
// CHECK-LABEL: .entry {{.*}}row_specialization_0(
// CHECK: ld.global.nc.v4
// CHECK-LABEL: .entry {{.*}}row_specialization_1(
// CHECK-NOT: ld.global.nc.v4
// CHECK: ret;

//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Conversions and arithmetic of bfloat16 and half are instructions.
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::bfloat16;

void run(sycl::queue &q, bfloat16 *a, const bfloat16 *b, const float *c, sycl::half *h) {
  const sycl::range<1> all(1024);
  q.parallel_for<class convert>(all, [=](sycl::id<1> i) { a[i] = bfloat16(c[i]); });
  q.parallel_for<class fused>(all, [=](sycl::id<1> i) { a[i] = a[i] * b[i] + b[0]; });
  q.parallel_for<class sum>(all, [=](sycl::id<1> i) { a[i] += b[i]; });
  q.parallel_for<class halves>(all, [=](sycl::id<1> i) { h[i] = h[i] * h[0] + h[1]; });
}

// CHECK-LABEL: .entry {{.*}}convert(
// CHECK: cvt.rn.bf16.f32
// CHECK-LABEL: .entry {{.*}}fused(
// CHECK: fma.rn.bf16
// CHECK-LABEL: .entry {{.*}}sum(
// CHECK: add{{(.rn)?}}.bf16
// CHECK-LABEL: .entry {{.*}}halves(
// CHECK-NOT: f32
// CHECK: fma.rn.f16

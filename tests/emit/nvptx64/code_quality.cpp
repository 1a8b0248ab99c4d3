//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Code that programs ported from CUDA expect: products and sums are fused, vectors are loaded at once, sums stay in
// registers if memory does not alias, read-only memory is loaded through the read-only path, native functions are
// instructions.
#include <sycl/sycl.hpp>

using namespace sycl;

constexpr std::size_t size = 1024;

void run(queue &q, float *x, float4 *v) {
  q.parallel_for<class fused>(range(size), [=](id<1> i) { x[i] = x[i] * 3.0f + 1.0f; });
  q.parallel_for<class wide>(range(size), [=](id<1> i) { v[i] += v[i + size]; });
  q.parallel_for<class approximate>(range(size), [=](id<1> i) {
    x[i] = native::sin(x[i]) + native::exp2(x[i]) + native::divide(1.0f, x[i]);
  });
}

void sums(queue &q, const std::vector<float> &in, std::vector<float> &out) {
  buffer a(in), b(out);
  q.submit([&](handler &h) {
    accessor from(a, h, read_only);
    accessor to(b, h, read_write);
    h.parallel_for<class rows>(range(size), [=](id<1> i) {
      for (std::size_t k = 0; k < size; ++k)
        to[i] += from[i * size + k];
    });
  });
}

// CHECK-LABEL: .entry {{.*}}fused(
// CHECK-NOT: mul{{.*}}f32
// CHECK: fma.rn.f32
// CHECK-LABEL: .entry {{.*}}wide(
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global{{.*}}.v4
// CHECK-LABEL: .entry {{.*}}approximate(
// CHECK-DAG: sin.approx
// CHECK-DAG: ex2.approx
// CHECK-DAG: {{div|rcp}}.approx
// CHECK-LABEL: .entry {{.*}}rows(
// CHECK: ld.global.nc
// CHECK-NOT: st.global
// CHECK: {{^}}	@%p{{[0-9]+}} bra
// CHECK: st.global

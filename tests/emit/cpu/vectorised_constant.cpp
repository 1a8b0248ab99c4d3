//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A specialization constant is loaded once for a span of work-groups.
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<float> factor(2.0f);

void scale(sycl::queue &q, float *x, size_t n) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for<class scale_kernel>(
        sycl::range<1>{n}, [=](sycl::id<1> i, sycl::kernel_handler handler) {
          x[i] *= handler.get_specialization_constant<factor>();
        });
  });
}

// CHECK-LABEL: define {{.*}}scale_kernel.mux-kernel-wrapper(
// CHECK: [[PLACE:%.*]] = {{.*}}call {{.*}}@scythe_cpu_specialization_constant(ptr {{.*}}, i64 {{.*}}, ptr {{.*}}@_ZL6factor)
// CHECK: load float, ptr [[PLACE]], {{.*}}!invariant.load
// CHECK-NOT: @scythe_cpu_specialization_constant
// CHECK: fmul <8 x float>
// CHECK: store <8 x float>
// CHECK-NOT: call {{.*}}@scythe_cpu_specialization_constant

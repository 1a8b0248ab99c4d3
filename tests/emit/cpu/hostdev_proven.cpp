//! emit = "lowered-ll"
//! flags = "-O2"

// Buffers that are constructed here do not alias: one version, with the sum in a register. Captured values and ranges
// are constants, and unused captures are not passed.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<float, 2> a(sycl::range<2>(48, 32)), b(sycl::range<2>(32, 64)), c(sycl::range<2>(48, 64));
  const float factor = 1.25f;
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only), y(b, h, sycl::read_only);
    sycl::accessor z(c, h, sycl::read_write);
    h.parallel_for<class proven>(sycl::range<2>(48, 64), [=](sycl::item<2> it) {
      for (size_t k = 0; k < it.get_range(0); ++k)
        z[it] += factor * x[it[0]][k] * y[k][it[1]];
    });
  });
}

// CHECK-NOT: .specialization.
// CHECK: define {{.*}}proven(
// CHECK-SAME: ptr noalias {{.*}}ptr noalias readonly {{.*}}ptr noalias readonly
// CHECK-NOT: __mux_get_global_size
// CHECK: [[SUM:%[0-9a-z.]+]] = phi float
// CHECK: fmul float {{.*}}1.25
// CHECK-NOT: store float
// CHECK: icmp {{.*}} 48
// CHECK: store float
// CHECK-NEXT: ret void
// CHECK: "scythe-argument-offsets"="0,-,-,-,-,8,-,-,-,16,-,-,-"

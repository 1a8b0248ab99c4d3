//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Accessors, two dimensions and an item parameter do not prevent vectorization.
#include <sycl/sycl.hpp>

void add(sycl::queue &q, sycl::buffer<double, 2> &a, sycl::buffer<double, 2> &b,
         sycl::buffer<double, 2> &c) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only);
    sycl::accessor y(b, h, sycl::read_only);
    sycl::accessor z(c, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class add_kernel>(a.get_range(),
                                     [=](sycl::item<2> it) { z[it] = x[it] + y[it]; });
  });
}

// CHECK-LABEL: define {{.*}}add_kernel.mux-kernel-wrapper(
// CHECK: load <4 x double>
// CHECK: fadd <4 x double>
// CHECK: store <4 x double>
// CHECK: ret void

//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// A vec is a vector of the processor, in operators and in mathematics.
#include <sycl/sycl.hpp>

void wave(sycl::queue &q, sycl::float4 *x, size_t n) {
  q.parallel_for<class vec_kernel>(sycl::range<1>{n}, [=](sycl::id<1> i) {
    x[i] = sycl::sin(x[i] * 2 + 1).swizzle<3, 2, 1, 0>();
  });
}

// CHECK-LABEL: define {{.*}}vec_kernel.mux-kernel-wrapper(
// CHECK: load <4 x float>
// CHECK: fadd <4 x float>
// CHECK-NOT: extractelement
// CHECK: call <4 x float> @_ZGVbN4v_sinf(<4 x float>
// CHECK-NOT: extractelement
// CHECK: shufflevector <4 x float>
// CHECK: store <4 x float>
// CHECK: ret void

//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// A kernel over a plain range: the id in 32 bits from special registers, no offset,
// and work-items beyond the range leave.
#include <sycl/sycl.hpp>

void scale(sycl::queue &q, float *x, float a) {
  q.parallel_for<class plain>(sycl::range<1>(1000), [=](sycl::id<1> i) { x[i] *= a; });
}

// CHECK: .target sm_90
// CHECK: .visible .entry _ZTS{{.*}}plain(
// CHECK-NOT: .local
// CHECK: %ctaid.x
// CHECK: mad.lo.s32
// CHECK-NOT: _param_1+24]
// CHECK: setp
// CHECK: bra
// CHECK: ld.global
// CHECK: mul{{(.rn)?}}.f32
// CHECK: st.global

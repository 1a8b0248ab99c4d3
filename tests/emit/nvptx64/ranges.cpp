//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// A kernel over a plain range: the id in 32 bits from special registers, no offset, and work-items beyond the range
// return.
#include <sycl/sycl.hpp>

void scale(sycl::queue &q, float *x, float a) {
  q.parallel_for<class plain>(sycl::range<1>(1000), [=](sycl::id<1> i) { x[i] *= a; });
}

// If the runtime chooses the work-group size, the code has the maximum; if the program chooses it, the code does not.
void gather(sycl::queue &q, float *x, const int *index, int n, sycl::nd_range<1> groups) {
  const auto sum = [=](std::size_t i) {
    for (int k = 0; k < n; ++k)
      x[i] += x[index[k]];
  };
  q.parallel_for<class over_range>(sycl::range<1>(1000), [=](sycl::id<1> i) { sum(i); });
  q.parallel_for<class over_groups>(groups, [=](sycl::nd_item<1> i) { sum(i.get_global_id(0)); });
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
// CHECK: .visible .entry _ZTS{{.*}}over_range(
// CHECK: .maxntid 256
// CHECK: .visible .entry _ZTS{{.*}}over_groups(
// CHECK-NOT: .maxntid
// CHECK: {{^}}{

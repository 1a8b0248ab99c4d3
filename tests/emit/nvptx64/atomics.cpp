//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Atomic operations are instructions; orders are fences of the scope around them, and
// what the host is to see has the scope of the system.
#include <sycl/sycl.hpp>

using sycl::memory_order;
using sycl::memory_scope;

template <typename ValueT, memory_scope Scope>
using reference = sycl::atomic_ref<ValueT, memory_order::relaxed, Scope,
                                   sycl::access::address_space::global_space>;

void run(sycl::queue &q, float *f, double *d, unsigned *u) {
  q.single_task<class relaxed>([=] { reference<float, memory_scope::device>(*f) += 1.0f; });
  q.single_task<class ordered>([=] {
    reference<double, memory_scope::work_group>(*d).fetch_add(1.0, memory_order::acq_rel);
  });
  q.single_task<class everywhere>([=] {
    reference<unsigned, memory_scope::system>(*u).fetch_add(1u, memory_order::relaxed);
  });
  q.single_task<class unsigned_least>([=] {
    reference<unsigned, memory_scope::device>(*u).fetch_min(7u);
  });
}

// CHECK: .entry _ZTS{{.*}}relaxed(
// CHECK-NOT: fence
// CHECK: {{atom|red}}.global.add.f32
// CHECK: .entry _ZTS{{.*}}ordered(
// CHECK: fence.acq_rel.cta;
// CHECK: atom.global.add.f64
// CHECK: fence.acq_rel.cta;
// CHECK: .entry _ZTS{{.*}}everywhere(
// CHECK: atom.sys.add.{{[su]}}32
// CHECK: .entry _ZTS{{.*}}unsigned_least(
// CHECK: min.u32

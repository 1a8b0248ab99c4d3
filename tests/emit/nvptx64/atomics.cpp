//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2"

// Atomic operations are instructions; orders are fences of the scope around them, and the system scope is for the
// host.
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
  q.single_task<class subtracts>([=] { reference<double, memory_scope::device>(*d) -= 2.0; });
  q.single_task<class float_greatest>([=] {
    reference<float, memory_scope::device>(*f).fetch_max(*d);
  });
}

void narrow(sycl::queue &q, sycl::half *h, sycl::ext::oneapi::bfloat16 *b) {
  using half2 = sycl::vec<sycl::half, 2>;
  using bfloat2 = sycl::vec<sycl::ext::oneapi::bfloat16, 2>;
  q.single_task<class adds_half>([=] {
    reference<sycl::half, memory_scope::device>(*h) += sycl::half(2.0f);
  });
  q.single_task<class adds_half2>([=] {
    reference<half2, memory_scope::device>(*reinterpret_cast<half2 *>(h)).fetch_add(half2(2.0f));
  });
  q.single_task<class adds_bfloat>([=] {
    reference<sycl::ext::oneapi::bfloat16, memory_scope::device>(*b) += 2.0f;
  });
  q.single_task<class adds_bfloat2>([=] {
    reference<bfloat2, memory_scope::device>(*reinterpret_cast<bfloat2 *>(b))
        .fetch_add(bfloat2(2.0f));
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
// CHECK: .entry _ZTS{{.*}}subtracts(
// CHECK-NOT: cas
// CHECK: {{atom|red}}.global.add.f64
// CHECK: .entry _ZTS{{.*}}float_greatest(
// CHECK-NOT: cas
// CHECK: max.s32
// CHECK-NOT: cas
// CHECK: .entry _ZTS{{.*}}adds_half(
// CHECK-NOT: cas
// CHECK: add.noftz.f16
// CHECK: .entry _ZTS{{.*}}adds_half2(
// CHECK-NOT: cas
// CHECK: add.noftz.f16x2
// CHECK: .entry _ZTS{{.*}}adds_bfloat(
// CHECK-NOT: cas
// CHECK: add.noftz.bf16
// CHECK: .entry _ZTS{{.*}}adds_bfloat2(
// CHECK-NOT: cas
// CHECK: add.noftz.bf16x2

//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// The scope and the order of an atomic operation are operands of the instruction. Floating-point additions are
// compare-and-exchange loops: an instruction for them is an extension.
#include <sycl/sycl.hpp>

void count(sycl::queue &q, unsigned *counter, float *sum) {
  q.parallel_for(sycl::range<1>(256), [=](sycl::id<1>) {
    using sycl::access::address_space;
    sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device,
                     address_space::global_space>
        all(*counter);
    all.fetch_add(1);
    all.store(all.load(sycl::memory_order::acquire), sycl::memory_order::release);
    all.fetch_max(7, sycl::memory_order::relaxed, sycl::memory_scope::work_group);
    sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::work_group);
    sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device,
                     address_space::global_space>
        whole(*sum);
    whole.fetch_add(0.5f);
  });
}

// CHECK-NOT: OpExtension
// CHECK: %[[UINT:[0-9]+]] = OpTypeInt 32 0
// CHECK-DAG: %[[DEVICE:[0-9]+]] = OpConstant %[[UINT]] 1{{$}}
// CHECK-DAG: %[[GROUP:[0-9]+]] = OpConstant %[[UINT]] 2{{$}}
// CHECK-DAG: %[[ACQUIRE:[0-9]+]] = OpConstant %[[UINT]] 770
// CHECK-DAG: %[[RELEASE:[0-9]+]] = OpConstant %[[UINT]] 772
// CHECK-DAG: %[[BOTH:[0-9]+]] = OpConstant %[[UINT]] 776
// CHECK: OpAtomicIAdd %[[UINT]] %{{[0-9]+}} %[[DEVICE]]
// CHECK: OpAtomicLoad %[[UINT]] %{{[0-9]+}} %[[DEVICE]] %[[ACQUIRE]]
// CHECK: OpAtomicStore %{{[0-9]+}} %[[DEVICE]] %[[RELEASE]]
// CHECK: OpAtomicUMax %[[UINT]] %{{[0-9]+}} %[[GROUP]]
// CHECK: OpMemoryBarrier %[[GROUP]] %[[BOTH]]
// CHECK: OpFAdd
// CHECK: OpAtomicCompareExchange

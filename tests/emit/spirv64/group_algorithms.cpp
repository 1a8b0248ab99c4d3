//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// Algorithms of groups are instructions: for work-groups those of OpenCL 2, for sub-groups those of SPIR-V 1.3.
#include <sycl/sycl.hpp>

void combine(sycl::queue &q, int *numbers, float *values, unsigned char *bytes) {
  q.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
    const auto i = it.get_global_id(0);
    const auto group = it.get_group();
    const auto sub_group = it.get_sub_group();
    numbers[i] = sycl::reduce_over_group(group, numbers[i], sycl::plus<>());
    values[i] = sycl::inclusive_scan_over_group(group, values[i], sycl::maximum<>());
    numbers[i] += sycl::group_broadcast(group, numbers[i], 3);
    numbers[i] += sycl::any_of_group(group, numbers[i] > 7);
    numbers[i] += sycl::reduce_over_group(sub_group, numbers[i], sycl::bit_xor<>());
    values[i] += sycl::shift_group_left(sub_group, values[i], 1);
    // A byte is extended to a word.
    bytes[i] = sycl::reduce_over_group(sub_group, bytes[i], sycl::plus<unsigned char>());
  });
}

// CHECK-DAG: OpCapability Groups
// CHECK-DAG: OpCapability GroupNonUniformArithmetic
// CHECK-DAG: OpCapability GroupNonUniformShuffle
// CHECK-NOT: OpExtension
// CHECK: %[[UINT:[0-9]+]] = OpTypeInt 32 0
// CHECK: OpGroupIAdd %[[UINT]] %[[WORK:[0-9]+]] Reduce
// CHECK: OpGroupFMax %{{[0-9]+}} %[[WORK]] InclusiveScan
// CHECK: OpGroupBroadcast %[[UINT]] %[[WORK]]
// CHECK: OpGroupAny %{{[0-9]+}} %[[WORK]]
// CHECK: OpGroupNonUniformBitwiseXor %[[UINT]] %[[SUB:[0-9]+]] Reduce
// CHECK: OpGroupNonUniformShuffle %{{[0-9]+}} %[[SUB]]
// CHECK: OpGroupNonUniformIAdd %[[UINT]] %[[SUB]] Reduce

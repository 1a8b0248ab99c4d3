//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// All local accessors of a launch share one parameter, the kernel's last; the host passes their offsets.
#include <sycl/sycl.hpp>

void rotate(sycl::queue &q, float *data) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float> tile(64, h);
    sycl::local_accessor<int> turns(64, h);
    h.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0);
      tile[l] = data[it.get_global_id(0)];
      turns[l] = static_cast<int>(l) * 3 % 64;
      sycl::group_barrier(it.get_group());
      data[it.get_global_id(0)] = tile[static_cast<unsigned>(turns[63 - l])];
    });
  });
}

// CHECK: OpName %[[LOCAL:[0-9]+]] "local-memory"
// CHECK: %[[SHARED:[0-9]+]] = OpTypePointer Workgroup
// CHECK: %[[LOCAL]] = OpFunctionParameter %[[SHARED]]
// CHECK-NEXT: OpLabel
// CHECK: OpInBoundsPtrAccessChain %[[SHARED]] %[[LOCAL]]
// CHECK: OpControlBarrier

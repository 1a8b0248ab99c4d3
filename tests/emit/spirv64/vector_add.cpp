//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// Accessors are optimised away: three parameters and an addition remain. A module has the capabilities that it uses,
// and no others.
#include <sycl/sycl.hpp>

class vector_add;

void add(sycl::queue &q, sycl::buffer<float> &a, sycl::buffer<float> &b, sycl::buffer<float> &c) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only), y(b, h, sycl::read_only);
    sycl::accessor z(c, h, sycl::write_only);
    h.parallel_for<vector_add>(c.get_range(), [=](sycl::id<1> i) { z[i] = x[i] + y[i]; });
  });
}

// CHECK-NOT: OpCapability
// CHECK: OpCapability Kernel
// CHECK-NEXT: OpCapability Addresses
// CHECK-DAG: OpCapability Int8
// CHECK-DAG: OpCapability Int64
// CHECK-NOT: OpCapability
// CHECK: OpMemoryModel Physical64 OpenCL
// CHECK-NEXT: OpEntryPoint Kernel %[[K:[0-9]+]] "{{.*}}10vector_add{{.*}}" %[[ID:[0-9]+]]
// CHECK-NOT: OpEntryPoint
// CHECK: OpDecorate %[[ID]] BuiltIn GlobalInvocationId
// CHECK: %[[FLOAT:[0-9]+]] = OpTypeFloat 32
// CHECK: %[[K]] = OpFunction
// CHECK: OpLabel
// CHECK: OpLoad %{{[0-9]+}} %[[ID]]
// CHECK: %[[SUM:[0-9]+]] = OpFAdd %[[FLOAT]]
// CHECK: OpStore %{{[0-9]+}} %[[SUM]] Aligned 4
// CHECK-NEXT: OpReturn

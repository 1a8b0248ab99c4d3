//! emit = "host-mlir"
//! flags = "-O2"

// Adjacent numbers, an array, a class whose members are tracked separately, and pointers to USM.
#include <sycl/sycl.hpp>

using namespace sycl;

struct parameters {
  float scale;
  int steps;
  double limit;
};

void launch(queue &q, float *usm, float unknown) {
  const float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  const int a = 1, b = 2, c = 3, d = 4;
  const parameters p{0.5f, 10, unknown};
  q.submit([&](handler &h) {
    h.parallel_for<class stencil>(range<1>(100), [=](id<1> i) {
      usm[i] = weights[i % 9] * (a + b * c - d) + p.scale * p.steps + unknown;
    });
  });
}

// The array is constant: its bytes are those of 1, 2, 1, 2, 4, and so on.
// CHECK:       llvm.mlir.global private constant @[[WEIGHTS:.*]](dense<[0, 0, -128, 63, 0, 0, 0, 64, 0, 0, -128, 63, 0, 0, 0, 64, 0, 0, -128, 64,
// CHECK-LABEL: llvm.func @_Z6launch
// CHECK-DAG:   %[[SCALE:.*]] = llvm.mlir.constant(5.000000e-01 : f32) : f32
// CHECK-DAG:   %[[STEPS:.*]] = llvm.mlir.constant(10 : i32) : i32
// CHECK:       sycl.host.set_captured %[[LAMBDA:.*]][0] = %arg1 : !llvm.ptr, !llvm.ptr
// CHECK:       %[[ARRAY:.*]] = llvm.mlir.addressof @[[WEIGHTS]]
// CHECK:       sycl.host.set_captured %[[LAMBDA]][1] = %[[ARRAY]] : !llvm.ptr, !llvm.ptr
// CHECK:       sycl.host.set_captured %[[LAMBDA]][2] = %[[SCALE]] : !llvm.ptr, f32
// CHECK:       sycl.host.set_captured %[[LAMBDA]][3] = %[[STEPS]] : !llvm.ptr, i32
// CHECK:       sycl.host.set_captured %[[LAMBDA]][4] = %[[LIMIT:.*]] : !llvm.ptr, f64
// CHECK:       sycl.host.set_captured %[[LAMBDA]][5] = %arg2 : !llvm.ptr, f32
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}stencil[range %{{.*}}](%arg1, %[[ARRAY]], %[[SCALE]], %[[STEPS]], %[[LIMIT]], %arg2)

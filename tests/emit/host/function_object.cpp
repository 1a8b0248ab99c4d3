//! emit = "host-mlir"
//! flags = "-O2"

// A kernel that is an object of a named class.
#include <sycl/sycl.hpp>

using namespace sycl;

struct scale {
  accessor<float, 1, access_mode::read_write> data;
  float factor;
  scale(buffer<float> &buffer, handler &h, float f) : data(buffer, h), factor(f) {}
  void operator()(id<1> i) const { data[i] *= factor; }
};

void launch(queue &q, buffer<float> &buf) {
  q.submit([&](handler &h) { h.parallel_for(range<1>(512), scale(buf, h, 3.0f)); });
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK-DAG:   %[[FACTOR:.*]] = llvm.mlir.constant(3.000000e+00 : f32) : f32
// The accessor is constructed in place, and once more as a capture.
// CHECK:       sycl.host.constructor(%[[MEMBER:.*]], %arg1, %[[HANDLER:.*]], %{{.*}}) {type = ![[ACC:.*]]}
// CHECK-NEXT:  sycl.host.constructor(%[[OBJECT:.*]], %arg1, %[[HANDLER]], %{{.*}}) {type = ![[ACC]]}
// CHECK:       sycl.host.set_captured %[[OBJECT]][0] = %[[MEMBER]] : !llvm.ptr, !llvm.ptr (![[ACC]])
// CHECK:       sycl.host.set_captured %[[OBJECT]][1] = %[[FACTOR]] : !llvm.ptr, f32
// CHECK:       sycl.host.schedule_kernel %[[HANDLER]] -> @device_functions::@{{.*}}5scale{{.*}}[range %{{.*}}](%[[MEMBER]]: ![[ACC]], %[[FACTOR]])

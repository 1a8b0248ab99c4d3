//! emit = "host-mlir"
//! flags = "-O2"

#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, buffer<int> &buf) {
  int value = 42;
  q.submit([&](handler &h) {
    accessor out(buf, h, write_only);
    h.single_task<class once>([=] { out[0] = value; });
  });
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK:       %[[VALUE:.*]] = llvm.mlir.constant(42 : i32) : i32
// CHECK-NOT:   set_nd_range
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}once(%{{.*}}: !{{.*}}, %[[VALUE]])

//! emit = "host-mlir"
//! flags = "-O2"

#include <sycl/sycl.hpp>

using namespace sycl;

template <typename T, std::size_t Size> void fill(queue &q, T value) {
  T data[Size];
  buffer<T> buf(data, range<1>(Size));
  q.submit([&](handler &h) {
    accessor out(buf, h, write_only, no_init);
    h.parallel_for(range<1>(Size), [=](id<1> i) { out[i] = value; });
  });
}

void both(queue &q) {
  fill<int, 10>(q, 5);
  fill<float, 20>(q, 2.5f);
}

// CHECK-LABEL: llvm.func @_Z4both
// CHECK-DAG:   %[[FIVE:.*]] = llvm.mlir.constant(5 : i32) : i32
// CHECK-DAG:   %[[HALVES:.*]] = llvm.mlir.constant(2.500000e+00 : f32) : f32
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}fillIiLm10E{{.*}}[range %{{.*}}](%{{.*}}: !{{.*}}, %[[FIVE]])
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}fillIfLm20E{{.*}}[range %{{.*}}](%{{.*}}: !{{.*}}, %[[HALVES]])
// CHECK-NOT:   sycl.host.schedule_kernel

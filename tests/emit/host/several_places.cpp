//! emit = "host-mlir"
//! flags = "-O2"

// One kernel, launched from two functions with different numbers.
#include <sycl/sycl.hpp>

using namespace sycl;

static void add(queue &q, buffer<int> &buf, int number, std::size_t size) {
  q.submit([&](handler &h) {
    accessor data(buf, h, read_write);
    h.parallel_for<class addition>(range<1>(size), [=](id<1> i) { data[i] += number; });
  });
}

void once(queue &q, buffer<int> &buf) { add(q, buf, 1, 100); }
void twice(queue &q, buffer<int> &buf) {
  add(q, buf, 2, 100);
  add(q, buf, 3, 200);
}

// CHECK-LABEL:   llvm.func @_Z4once
// CHECK:         %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:         sycl.host.schedule_kernel %{{.*}} -> @device_functions::@[[KERNEL:.*addition]][range %{{.*}}](%{{.*}}: !{{.*}}, %[[ONE]])
// CHECK-LABEL:   llvm.func @_Z5twice
// CHECK-DAG:     %[[TWO:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK-DAG:     %[[THREE:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK:         sycl.host.schedule_kernel %{{.*}} -> @device_functions::@[[KERNEL]][range %{{.*}}](%{{.*}}: !{{.*}}, %[[TWO]])
// CHECK:         sycl.host.schedule_kernel %{{.*}} -> @device_functions::@[[KERNEL]][range %{{.*}}](%{{.*}}: !{{.*}}, %[[THREE]])
// CHECK-NOT:     sycl.host.schedule_kernel

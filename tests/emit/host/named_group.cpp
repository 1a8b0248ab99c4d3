//! emit = "host-mlir"
//! flags = "-O2"

// Command groups that are not lambdas: a function and an object.
#include <sycl/sycl.hpp>

using namespace sycl;

static int *memory;

static void fill_memory(handler &h) {
  int *out = memory;
  h.parallel_for<class in_function>(range<1>(32), [=](id<1> i) { out[i] = 1; });
}

struct command_group {
  buffer<int> &buf;
  int value;
  void operator()(handler &h) const {
    accessor out(buf, h, write_only);
    const int v = value;
    h.parallel_for<class in_object>(range<1>(48), [=](id<1> i) { out[i] = v; });
  }
};

void launch(queue &q, buffer<int> &buf) {
  q.submit(fill_memory);
  q.submit(command_group{buf, 6});
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK:       %[[SIX:.*]] = llvm.mlir.constant(6 : i32) : i32
// CHECK:       sycl.host.constructor(%[[ACC:.*]], %arg1, %{{.*}}, %{{.*}})
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}in_object[range %{{.*}}](%[[ACC]]: !{{.*}}, %[[SIX]])
// CHECK-LABEL: llvm.func @_ZL11fill_memory
// CHECK:       sycl.host.handler.set_nd_range %arg0 -> range %[[RANGE:.*]] :
// CHECK:       sycl.host.schedule_kernel %arg0 -> @device_functions::@{{.*}}in_function[range %[[RANGE]]](

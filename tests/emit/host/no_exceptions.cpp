//! emit = "host-mlir"
//! flags = "-O2 -fno-exceptions"

// Without exceptions there is nothing to unwind.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, int *data) {
  {
    buffer<int> buf(data, range<1>(128));
    q.submit([&](handler &h) {
      accessor out(buf, h, write_only);
      h.parallel_for<class attempt>(range<1>(128), [=](id<1> i) { out[i] = 1; });
    });
  }
  {
    q.parallel_for<class fallback>(range<1>(16), [=](id<1> i) { data[i] = 2; });
  }
}

// CHECK-LABEL: llvm.func @_Z6launch
// CHECK-NOT:   llvm.invoke
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}attempt[range %{{.*}}](
// CHECK:       sycl.host.schedule_kernel %{{.*}} -> @device_functions::@{{.*}}fallback[range %{{.*}}](%arg1)

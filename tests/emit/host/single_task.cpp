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

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

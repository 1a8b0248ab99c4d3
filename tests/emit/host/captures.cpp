//! emit = "host-mlir"
//! flags = "-O2"

// Numbers side by side, an array, a class with members, and pointers to USM.
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
  const parameters p{0.5f, 10, 1e-3};
  q.submit([&](handler &h) {
    h.parallel_for<class stencil>(range<1>(100), [=](id<1> i) {
      usm[i] = weights[i % 9] * (a + b * c - d) + p.scale * p.steps + unknown;
    });
  });
}

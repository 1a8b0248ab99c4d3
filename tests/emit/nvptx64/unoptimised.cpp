//! emit = "ptx"
//! flags = "--targets=ptx -O0"

// Unoptimised code can be assembled as well: products and quotients of complex numbers, destructors that `delete`
// would call, and functions with an argument of more alignment than PTX supports.
#include <complex>
#include <sycl/sycl.hpp>

struct Shape {
  virtual ~Shape() {}
  int sides = 3;
};

struct alignas(256) Line {
  int first, last;
};

[[gnu::noinline]] int length(Line line) { return line.last - line.first; }

// CHECK-NOT: .func {{.*}}length
// CHECK: div.rn.f64
int main() {
  sycl::queue queue;
  auto *z = sycl::malloc_device<std::complex<double>>(4, queue);
  auto *f = sycl::malloc_device<std::complex<float>>(4, queue);
  auto *n = sycl::malloc_device<int>(2, queue);
  queue.single_task<class numbers>([=] {
    z[0] = z[1] * z[2] / z[3];
    f[0] = f[1] * f[2] / f[3];
    Shape shape;
    n[0] = shape.sides;
  });
  queue.single_task<class aligned>([=] { n[1] = length(Line{n[0], 7}); });
}

#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace three_mm {
namespace {

// Buffers are members. One kernel serves three products of different buffers.
class Program {
public:
  explicit Program(const Problem &problem)
      : n(problem.n), a(problem.a.data(), {n, n}), b(problem.b.data(), {n, n}),
        c(problem.c.data(), {n, n}), d(problem.d.data(), {n, n}), e({n, n}), f({n, n}), g({n, n}) {}

  void prepare() {}

  void run() {
    multiply(a, b, e);
    multiply(c, d, f);
    multiply(e, f, g);
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor values(g, sycl::read_only);
    return Values<float>(values.begin(), values.end());
  }

private:
  void multiply(sycl::buffer<float, 2> &left, sycl::buffer<float, 2> &right,
                sycl::buffer<float, 2> &product) {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(left, handler, sycl::read_only);
      sycl::accessor B(right, handler, sycl::read_only);
      sycl::accessor C(product, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<2>(n, n), [=, n = n](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        C[i][j] = 0;
        for (std::size_t k = 0; k < n; k++)
          C[i][j] += A[i][k] * B[k][j];
      });
    });
  }

  std::size_t n;
  sycl::queue queue;
  sycl::buffer<float, 2> a, b, c, d, e, f, g;
};

} // namespace
} // namespace three_mm

int main(int argc, char **argv) {
  return hostdev::main<three_mm::Problem, three_mm::Program>(argc, argv);
}

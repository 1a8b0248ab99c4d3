#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace gemm {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { c = problem.c; }

  void run() {
    float alpha = 1.5f, beta = 0.75f;
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {rows, inner});
    sycl::buffer<float, 2> b_buffer(problem.b.data(), {inner, columns});
    sycl::buffer<float, 2> c_buffer(c.data(), {rows, columns});
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor B(b_buffer, handler, sycl::read_only);
      sycl::accessor C(c_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        C[i][j] *= beta;
        for (std::size_t k = 0; k < inner; k++)
          C[i][j] += alpha * A[i][k] * B[k][j];
      });
    });
  }

  const Values<float> &result() const { return c; }

private:
  const Problem &problem;
  sycl::queue queue;
  Values<float> c;
};

} // namespace
} // namespace gemm

int main(int argc, char **argv) { return hostdev::main<gemm::Problem, gemm::Program>(argc, argv); }

#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace syrk {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { c = problem.c; }

  void run() {
    float alpha = 1.5f, beta = 0.75f;
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {n, m});
    sycl::buffer<float, 2> c_buffer(c.data(), {n, n});
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor C(c_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) { C[id] *= beta; });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor C(c_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        for (std::size_t k = 0; k < m; k++)
          C[i][j] += alpha * A[i][k] * A[j][k];
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
} // namespace syrk

int main(int argc, char **argv) { return hostdev::main<syrk::Problem, syrk::Program>(argc, argv); }

#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace syr2k {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), a_buffer(problem.a.data(), {problem.n, problem.m}),
        b_buffer(problem.b.data(), {problem.n, problem.m}), c_buffer({problem.n, problem.n}) {}

  void prepare() {
    sycl::host_accessor c(c_buffer, sycl::write_only);
    std::copy(problem.c.begin(), problem.c.end(), c.begin());
  }

  void run() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor B(b_buffer, handler, sycl::read_only);
      sycl::accessor C(c_buffer, handler, sycl::read_write);
      handler.parallel_for(c_buffer.get_range(), [=, m = problem.m, alpha = problem.alpha,
                                                  beta = problem.beta](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        C[i][j] *= beta;
        for (std::size_t k = 0; k < m; k++) {
          C[i][j] += alpha * A[i][k] * B[j][k];
          C[i][j] += alpha * B[i][k] * A[j][k];
        }
      });
    });
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor c(c_buffer, sycl::read_only);
    return Values<float>(c.begin(), c.end());
  }

private:
  const Problem &problem;
  sycl::queue queue;
  sycl::buffer<float, 2> a_buffer, b_buffer, c_buffer;
};

} // namespace
} // namespace syr2k

int main(int argc, char **argv) {
  return hostdev::main<syr2k::Problem, syr2k::Program>(argc, argv);
}

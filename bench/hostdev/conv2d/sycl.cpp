#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace conv2d {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), b(rows * columns) {}

  void prepare() {}

  void run() {
    float weights[3][3] = {{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}};
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {rows, columns});
    sycl::buffer<float, 2> b_buffer(b.data(), {rows, columns});
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor B(b_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        if (i == 0 || j == 0 || i == rows - 1 || j == columns - 1)
          return;
        B[i][j] = 0;
        for (std::size_t y = 0; y < 3; y++)
          for (std::size_t x = 0; x < 3; x++)
            B[i][j] += weights[y][x] * A[i + y - 1][j + x - 1];
      });
    });
  }

  const Values<float> &result() const { return b; }

private:
  const Problem &problem;
  sycl::queue queue;
  Values<float> b;
};

} // namespace
} // namespace conv2d

int main(int argc, char **argv) {
  return hostdev::main<conv2d::Problem, conv2d::Program>(argc, argv);
}

#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace mvt {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), n(problem.n), a_buffer(problem.a.data(), {n, n}), x1_buffer(n),
        x2_buffer(n), y1_buffer(problem.y1.data(), n), y2_buffer(problem.y2.data(), n) {}

  void prepare() {
    sycl::host_accessor x1(x1_buffer, sycl::write_only), x2(x2_buffer, sycl::write_only);
    std::copy(problem.x1.begin(), problem.x1.end(), x1.begin());
    std::copy(problem.x2.begin(), problem.x2.end(), x2.begin());
  }

  void run() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor x1(x1_buffer, handler, sycl::read_write);
      sycl::accessor y1(y1_buffer, handler, sycl::read_only);
      handler.parallel_for(sycl::range<1>(n), [=, n = n](sycl::id<1> i) {
        for (std::size_t j = 0; j < n; j++)
          x1[i] += A[i][j] * y1[j];
      });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor x2(x2_buffer, handler, sycl::read_write);
      sycl::accessor y2(y2_buffer, handler, sycl::read_only);
      handler.parallel_for(sycl::range<1>(n), [=, n = n](sycl::id<1> i) {
        for (std::size_t j = 0; j < n; j++)
          x2[i] += A[j][i] * y2[j];
      });
    });
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor x1(x1_buffer, sycl::read_only), x2(x2_buffer, sycl::read_only);
    Values<float> values(2 * n);
    std::copy(x2.begin(), x2.end(), std::copy(x1.begin(), x1.end(), values.begin()));
    return values;
  }

private:
  const Problem &problem;
  std::size_t n;
  sycl::queue queue;
  sycl::buffer<float, 2> a_buffer;
  sycl::buffer<float> x1_buffer, x2_buffer, y1_buffer, y2_buffer;
};

} // namespace
} // namespace mvt

int main(int argc, char **argv) { return hostdev::main<mvt::Problem, mvt::Program>(argc, argv); }

#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace gesummv {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), y(n) {}

  void prepare() {}

  void run() {
    float alpha = 1.5f, beta = 0.75f;
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {n, n});
    sycl::buffer<float, 2> b_buffer(problem.b.data(), {n, n});
    sycl::buffer<float> x_buffer(problem.x.data(), n);
    sycl::buffer<float> y_buffer(y.data(), n);
    sycl::buffer<float> product_buffer(n);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor B(b_buffer, handler, sycl::read_only);
      sycl::accessor x(x_buffer, handler, sycl::read_only);
      sycl::accessor product(product_buffer, handler, sycl::read_write, sycl::no_init);
      sycl::accessor y(y_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
        product[i] = 0;
        y[i] = 0;
        for (std::size_t j = 0; j < n; j++) {
          product[i] += A[i][j] * x[j];
          y[i] += B[i][j] * x[j];
        }
        y[i] = alpha * product[i] + beta * y[i];
      });
    });
  }

  const Values<float> &result() const { return y; }

private:
  const Problem &problem;
  sycl::queue queue;
  Values<float> y;
};

} // namespace
} // namespace gesummv

int main(int argc, char **argv) {
  return hostdev::main<gesummv::Problem, gesummv::Program>(argc, argv);
}

#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace atax {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), y(columns) {}

  void prepare() {}

  void run() {
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {rows, columns});
    sycl::buffer<float> x_buffer(problem.x.data(), columns);
    sycl::buffer<float> y_buffer(y.data(), columns);
    sycl::buffer<float> product_buffer(rows);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor x(x_buffer, handler, sycl::read_only);
      sycl::accessor product(product_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(rows), [=](sycl::id<1> i) {
        product[i] = 0;
        for (std::size_t j = 0; j < columns; j++)
          product[i] += A[i][j] * x[j];
      });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor product(product_buffer, handler, sycl::read_only);
      sycl::accessor y(y_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=](sycl::id<1> j) {
        y[j] = 0;
        for (std::size_t i = 0; i < rows; i++)
          y[j] += A[i][j] * product[i];
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
} // namespace atax

int main(int argc, char **argv) { return hostdev::main<atax::Problem, atax::Program>(argc, argv); }

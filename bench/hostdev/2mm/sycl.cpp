#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace two_mm {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { d = problem.d; }

  void run() {
    float alpha = 1.5f, beta = 0.75f;
    sycl::buffer<float, 2> a_buffer(problem.a.data(), {ni, nk});
    sycl::buffer<float, 2> b_buffer(problem.b.data(), {nk, nj});
    sycl::buffer<float, 2> c_buffer(problem.c.data(), {nj, nl});
    sycl::buffer<float, 2> d_buffer(d.data(), {ni, nl});
    sycl::buffer<float, 2> product_buffer({ni, nj});
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor B(b_buffer, handler, sycl::read_only);
      sycl::accessor product(product_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<2>(ni, nj), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        product[i][j] = 0;
        for (std::size_t k = 0; k < nk; k++)
          product[i][j] += alpha * A[i][k] * B[k][j];
      });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor product(product_buffer, handler, sycl::read_only);
      sycl::accessor C(c_buffer, handler, sycl::read_only);
      sycl::accessor D(d_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(ni, nl), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        D[i][j] *= beta;
        for (std::size_t k = 0; k < nj; k++)
          D[i][j] += product[i][k] * C[k][j];
      });
    });
  }

  const Values<float> &result() const { return d; }

private:
  const Problem &problem;
  sycl::queue queue;
  Values<float> d;
};

} // namespace
} // namespace two_mm

int main(int argc, char **argv) {
  return hostdev::main<two_mm::Problem, two_mm::Program>(argc, argv);
}

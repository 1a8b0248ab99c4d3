#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace gramschmidt {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), rows(problem.rows), columns(problem.columns), a_buffer({rows, columns}),
        r_buffer({columns, columns}), q_buffer({rows, columns}) {}

  void prepare() {
    sycl::host_accessor a(a_buffer, sycl::write_only);
    std::copy(problem.a.begin(), problem.a.end(), a.begin());
  }

  void run() {
    for (std::size_t k = 0; k < columns; k++) {
      find_norm(k);
      normalise(k);
      subtract(k);
    }
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor q(q_buffer, sycl::read_only);
    return Values<float>(q.begin(), q.end());
  }

private:
  void find_norm(std::size_t k) {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor R(r_buffer, handler, sycl::read_write);
      handler.single_task([=, rows = rows] {
        R[k][k] = 0;
        for (std::size_t i = 0; i < rows; i++)
          R[k][k] += A[i][k] * A[i][k];
        R[k][k] = sycl::sqrt(R[k][k]);
      });
    });
  }

  void normalise(std::size_t k) {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor R(r_buffer, handler, sycl::read_only);
      sycl::accessor Q(q_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<1>(rows),
                           [=](sycl::id<1> i) { Q[i][k] = A[i][k] / R[k][k]; });
    });
  }

  void subtract(std::size_t k) {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_write);
      sycl::accessor R(r_buffer, handler, sycl::read_write);
      sycl::accessor Q(q_buffer, handler, sycl::read_only);
      handler.parallel_for(sycl::range<1>(columns), [=, rows = rows](sycl::id<1> j) {
        if (j <= k)
          return;
        R[k][j] = 0;
        for (std::size_t i = 0; i < rows; i++)
          R[k][j] += Q[i][k] * A[i][j];
        for (std::size_t i = 0; i < rows; i++)
          A[i][j] -= Q[i][k] * R[k][j];
      });
    });
  }

  const Problem &problem;
  std::size_t rows, columns;
  sycl::queue queue;
  sycl::buffer<float, 2> a_buffer, r_buffer, q_buffer;
};

} // namespace
} // namespace gramschmidt

int main(int argc, char **argv) {
  return hostdev::main<gramschmidt::Problem, gramschmidt::Program>(argc, argv);
}

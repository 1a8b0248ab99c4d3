#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace bicg {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : rows(problem.rows), columns(problem.columns), a_buffer(problem.a.data(), {rows, columns}),
        r_buffer(problem.r.data(), rows), p_buffer(problem.p.data(), columns), s_buffer(columns),
        q_buffer(rows) {}

  void prepare() {}

  void run() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor r(r_buffer, handler, sycl::read_only);
      sycl::accessor s(s_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=, rows = rows](sycl::id<1> j) {
        s[j] = 0;
        for (std::size_t i = 0; i < rows; i++)
          s[j] += A[i][j] * r[i];
      });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor A(a_buffer, handler, sycl::read_only);
      sycl::accessor p(p_buffer, handler, sycl::read_only);
      sycl::accessor q(q_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(rows), [=, columns = columns](sycl::id<1> i) {
        q[i] = 0;
        for (std::size_t j = 0; j < columns; j++)
          q[i] += A[i][j] * p[j];
      });
    });
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor s(s_buffer, sycl::read_only), q(q_buffer, sycl::read_only);
    Values<float> values(columns + rows);
    std::copy(q.begin(), q.end(), std::copy(s.begin(), s.end(), values.begin()));
    return values;
  }

private:
  std::size_t rows, columns;
  sycl::queue queue;
  sycl::buffer<float, 2> a_buffer;
  sycl::buffer<float> r_buffer, p_buffer, s_buffer, q_buffer;
};

} // namespace
} // namespace bicg

int main(int argc, char **argv) { return hostdev::main<bicg::Problem, bicg::Program>(argc, argv); }

#include "matrix_add.hpp"
#include "sycl.hpp"

namespace {

void add(sycl::queue &queue, const double *a, const double *b, double *c, sycl::range<2> range) {
  queue.parallel_for(range, [=](sycl::item<2> item) {
    const std::size_t i = item.get_linear_id();
    c[i] = a[i] + b[i];
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const sycl::range<2> range(problem.rows, problem.columns);
    const bench::Array<double> a(queue, problem.a), b(queue, problem.b), c(queue, range.size());
    program.row(
        problem.row(), queue, [&] { add(queue, a, b, c, range); },
        [&] { return problem.check(c.values()); });
  });
}

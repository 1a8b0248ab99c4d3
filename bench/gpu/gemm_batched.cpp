#include "gemm_batched.hpp"
#include "sycl.hpp"

namespace {

void multiply(sycl::queue &queue, const double *a, const double *b, double *c, int matrices) {
  const sycl::range<2> square(order, order);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<double, 2> local_a(square, handler), local_b(square, handler);
    const sycl::nd_range<2> range(sycl::range<2>(matrices * order, order), square);
    handler.parallel_for(range, [=](sycl::nd_item<2> item) {
      const int i = item.get_local_id(0), j = item.get_local_id(1);
      const int element = item.get_group(0) * elements + i * order + j;
      local_a[i][j] = a[element];
      local_b[i][j] = b[element];
      sycl::group_barrier(item.get_group());
      double sum = 0;
      for (int k = 0; k < order; k++)
        sum += local_a[i][k] * local_b[k][j];
      c[element] = sum;
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<double> a(queue, problem.a), b(queue, problem.b),
        c(queue, problem.a.size());
    program.row(
        problem.row(), queue, [&] { multiply(queue, a, b, c, problem.matrices); },
        [&] { return problem.check(c.values()); });
  });
}

#include "matmul.hpp"
#include "sycl.hpp"

namespace {

void multiply(sycl::queue &queue, const float *a, const float *b, float *c, int n) {
  queue.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> element) {
    const int i = element[0], j = element[1];
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  });
}

void multiply_tiles(sycl::queue &queue, const float *a, const float *b, float *c, int n) {
  const sycl::range<2> work_group(tile, tile);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float, 2> tile_a(work_group, handler), tile_b(work_group, handler);
    const sycl::nd_range<2> range(sycl::range<2>(n, n), work_group);
    handler.parallel_for(range, [=](sycl::nd_item<2> item) {
      const int i = item.get_global_id(0), j = item.get_global_id(1);
      const int row = item.get_local_id(0), column = item.get_local_id(1);
      float sum = 0;
      for (int t = 0; t < n; t += tile) {
        tile_a[row][column] = a[i * n + t + column];
        tile_b[row][column] = b[(t + row) * n + j];
        sycl::group_barrier(item.get_group());
        for (int k = 0; k < tile; k++)
          sum += tile_a[row][k] * tile_b[k][column];
        sycl::group_barrier(item.get_group());
      }
      c[i * n + j] = sum;
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int n = problem.order;
    const bench::Array<float> a(queue, problem.a), b(queue, problem.b), c(queue, n * n);
    const auto check = [&] { return problem.check(c.values()); };
    program.row(problem.row("matmul"), queue, [&] { multiply(queue, a, b, c, n); }, check);
    program.row(
        problem.row("matmul_tiled"), queue, [&] { multiply_tiles(queue, a, b, c, n); }, check);
  });
}

#include "../sycl.hpp"
#include "problem.hpp"

namespace matmul_tiled {

namespace {

void multiply(sycl::queue &queue, const float *a, const float *b, float *c, std::size_t n) {
  const sycl::range<2> work_group(tile, tile);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float, 2> tile_a(work_group, handler), tile_b(work_group, handler);
    handler.parallel_for(
        sycl::nd_range<2>(sycl::range<2>(n, n), work_group), [=](sycl::nd_item<2> item) {
          const std::size_t i = item.get_global_id(0), j = item.get_global_id(1);
          const std::size_t row = item.get_local_id(0), column = item.get_local_id(1);
          float sum = 0;
          for (std::size_t t = 0; t < n; t += tile) {
            tile_a[row][column] = a[i * n + t + column];
            tile_b[row][column] = b[(t + row) * n + j];
            sycl::group_barrier(item.get_group());
            for (std::size_t k = 0; k < tile; k++)
              sum += tile_a[row][k] * tile_b[k][column];
            sycl::group_barrier(item.get_group());
          }
          c[i * n + j] = sum;
        });
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const std::size_t n = problem.order;
  const bench::SharedArray<float> a(queue, problem.a), b(queue, problem.b), c(queue, n * n);
  const auto run = [=]() mutable {
    multiply(queue, a.get(), b.get(), c.get(), n);
    queue.wait();
  };
  return {run, [=] { return c.values(); }};
}

} // namespace matmul_tiled

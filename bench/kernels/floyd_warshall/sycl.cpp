#include "../sycl.hpp"
#include "problem.hpp"

namespace floyd_warshall {

namespace {

void through(sycl::queue &queue, std::int32_t *ways, std::int32_t *last, int n, int k) {
  const sycl::range<2> all(n, n), group(tile, tile);
  queue.parallel_for(sycl::nd_range<2>(all, group), [=](sycl::nd_item<2> item) {
    const int y = int(item.get_global_id(0)), x = int(item.get_global_id(1));
    const std::int32_t length = ways[y * n + k] + ways[k * n + x];
    if (length < ways[y * n + x]) {
      ways[y * n + x] = length;
      last[y * n + x] = k;
    }
  });
}

} // namespace

bench::Contender<std::int32_t> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<std::int32_t> start(queue, problem.ways);
  const bench::SharedArray<std::int32_t> ways(queue, problem.ways);
  const bench::SharedArray<std::int32_t> last(queue, problem.ways.size());
  const auto run = [=, n = problem.nodes]() mutable {
    queue.copy(start.get(), ways.get(), ways.size());
    for (int k = 0; k < n; k++)
      through(queue, ways.get(), last.get(), n, k);
    queue.wait();
  };
  return {run, [=] { return ways.values(); }};
}

} // namespace floyd_warshall

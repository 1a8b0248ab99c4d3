#include "../sycl.hpp"
#include "problem.hpp"

namespace stencil_halo {

namespace {

void sum_neighbours(sycl::queue &queue, const std::int32_t *in, std::int32_t *out, int count) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<std::int32_t> tile(group + 2 * radius, handler);
    handler.parallel_for(sycl::nd_range<1>(count, group), [=](sycl::nd_item<1> item) {
      const int global = int(item.get_global_id(0)) + radius;
      const int local = int(item.get_local_id(0)) + radius;
      tile[local] = in[global];
      if (item.get_local_id(0) < radius) {
        tile[local - radius] = in[global - radius];
        tile[local + group] = in[global + group];
      }
      sycl::group_barrier(item.get_group());
      std::int32_t sum = 0;
      for (int offset = -radius; offset <= radius; offset++)
        sum += tile[local + offset];
      out[global - radius] = sum;
    });
  });
}

} // namespace

bench::Contender<std::int32_t> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<std::int32_t> in(queue, problem.in);
  const bench::SharedArray<std::int32_t> out(queue, std::size_t(problem.count));
  const auto run = [=, &problem]() mutable {
    sum_neighbours(queue, in.get(), out.get(), problem.count);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace stencil_halo

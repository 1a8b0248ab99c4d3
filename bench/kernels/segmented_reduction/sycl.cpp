#include "../sycl.hpp"
#include "problem.hpp"

namespace segmented_reduction {

namespace {

void sum_segments(sycl::queue &queue, const float *in, float *sums, std::size_t count,
                  std::size_t segment) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float> tree(segment, handler);
    handler.parallel_for(sycl::nd_range<1>(count, segment), [=](sycl::nd_item<1> item) {
      const std::size_t local = item.get_local_id(0);
      tree[local] = in[item.get_global_id(0)];
      for (std::size_t half = item.get_local_range(0) / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < half)
          tree[local] += tree[local + half];
      }
      if (local == 0)
        sums[item.get_group(0)] = tree[0];
    });
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> in(queue, problem.in);
  const bench::SharedArray<float> sums(queue, problem.in.size() / problem.segment);
  const auto run = [=, &problem]() mutable {
    sum_segments(queue, in.get(), sums.get(), problem.in.size(), problem.segment);
    queue.wait();
  };
  return {run, [=] { return sums.values(); }};
}

} // namespace segmented_reduction

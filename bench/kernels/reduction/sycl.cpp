#include "../sycl.hpp"
#include "problem.hpp"

namespace reduction {

namespace {

void sum_groups(sycl::queue &queue, const float *in, float *sums, std::size_t count) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float> tree(work_group, handler);
    const sycl::range<1> global(groups(count) * work_group);
    handler.parallel_for(
        sycl::nd_range<1>(global, sycl::range<1>(work_group)), [=](sycl::nd_item<1> item) {
          const std::size_t local = item.get_local_id(0);
          const std::size_t first = item.get_group(0) * work_group * per_item + local;
          float sum = 0;
          for (std::size_t i = 0; i < per_item; i++)
            if (first + i * work_group < count)
              sum += in[first + i * work_group];
          tree[local] = sum;
          for (std::size_t half = work_group / 2; half > 0; half /= 2) {
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
  std::vector<bench::SharedArray<float>> sums;
  for (std::size_t count : passes(problem.in.size()))
    sums.emplace_back(queue, groups(count));
  const auto run = [=]() mutable {
    const bench::SharedArray<float> *from = &in;
    for (const auto &to : sums) {
      sum_groups(queue, from->get(), to.get(), from->size());
      from = &to;
    }
    queue.wait();
  };
  return {run, [=] { return sums.back().values(); }};
}

} // namespace reduction

#include "reduction.hpp"
#include "sycl.hpp"

#include <deque>

namespace {

void sum_groups(sycl::queue &queue, const float *in, float *sums, int count) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float> tree(work_group, handler);
    const sycl::nd_range<1> range(groups(count) * work_group, work_group);
    handler.parallel_for(range, [=](sycl::nd_item<1> item) {
      const int local = item.get_local_id(0);
      const int first = item.get_group(0) * work_group * per_item + local;
      float sum = 0;
      for (int i = 0; i < per_item; i++)
        if (first + i * work_group < count)
          sum += in[first + i * work_group];
      tree[local] = sum;
      for (int half = work_group / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < half)
          tree[local] += tree[local + half];
      }
      if (local == 0)
        sums[item.get_group(0)] = tree[0];
    });
  });
}

void sum_by_reduction(sycl::queue &queue, const float *in, float *sum, int count) {
  const auto total = sycl::reduction(sum, sycl::plus<float>(),
                                     sycl::property::reduction::initialize_to_identity());
  queue.parallel_for(sycl::range<1>(count), total,
                     [=](sycl::id<1> i, auto &total) { total += in[i]; });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> in(queue, problem.in), total(queue, 1);
    const bench::Values<int> passes = problem.passes();
    std::deque<bench::Array<float>> sums;
    for (int count : passes)
      sums.emplace_back(queue, groups(count));
    program.row(
        problem.row("reduction"), queue,
        [&] {
          const float *from = in;
          for (std::size_t pass = 0; pass < passes.size(); pass++) {
            sum_groups(queue, from, sums[pass], passes[pass]);
            from = sums[pass];
          }
        },
        [&] { return problem.check(sums.back().values()[0]); });
    program.row(
        problem.row("reduction_object"), queue,
        [&] { sum_by_reduction(queue, in, total, problem.count); },
        [&] { return problem.check(total.values()[0]); });
  });
}

#include "scan.hpp"
#include "sycl.hpp"

#include <deque>

namespace {

using Value = std::uint32_t;

void scan_groups(sycl::queue &queue, const Value *in, Value *out, Value *totals, int count) {
  queue.submit([&](sycl::handler &handler) {
    // Each step reads one half and writes the other, so that one barrier per step is enough.
    const sycl::local_accessor<Value, 2> sums(sycl::range<2>(2, work_group), handler);
    const sycl::nd_range<1> range(groups(count) * work_group, work_group);
    handler.parallel_for(range, [=](sycl::nd_item<1> item) {
      const int i = item.get_global_id(0), local = item.get_local_id(0);
      int now = 0;
      sums[now][local] = i < count ? in[i] : 0;
      for (int distance = 1; distance < work_group; distance *= 2) {
        sycl::group_barrier(item.get_group());
        const Value before = local >= distance ? sums[now][local - distance] : 0;
        sums[1 - now][local] = sums[now][local] + before;
        now = 1 - now;
      }
      const Value sum = sums[now][local];
      if (i < count)
        out[i] = sum;
      if (local == work_group - 1)
        totals[item.get_group(0)] = sum;
    });
  });
}

void add_totals(sycl::queue &queue, const Value *totals, Value *out, int count) {
  // The first part has nothing before it.
  queue.parallel_for(sycl::range<1>(count - work_group), [=](sycl::id<1> i) {
    out[i[0] + work_group] += totals[i[0] / work_group];
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<Value> in(queue, problem.in);
    const bench::Values<int> counts = problem.levels();
    std::deque<bench::Array<Value>> levels;
    for (int count : counts)
      levels.emplace_back(queue, count);
    const int last = int(counts.size()) - 1;
    program.row(
        problem.row(), queue,
        [&] {
          for (int level = 0; level < last; level++)
            scan_groups(queue, level == 0 ? in : levels[level], levels[level], levels[level + 1],
                        counts[level]);
          for (int level = last - 2; level >= 0; level--)
            add_totals(queue, levels[level + 1], levels[level], counts[level]);
        },
        [&] { return problem.check(levels[0].values()); });
  });
}

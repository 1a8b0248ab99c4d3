#include "../sycl.hpp"
#include "problem.hpp"

namespace scan {

namespace {

using Value = std::uint32_t;

void scan_groups(sycl::queue &queue, const Value *in, Value *out, Value *totals,
                 std::size_t count) {
  queue.submit([&](sycl::handler &handler) {
    // Each step reads one half and writes the other, so that one barrier per step is enough.
    const sycl::local_accessor<Value, 2> sums(sycl::range<2>(2, work_group), handler);
    const sycl::range<1> global(groups(count) * work_group);
    handler.parallel_for(
        sycl::nd_range<1>(global, sycl::range<1>(work_group)), [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_id(0), local = item.get_local_id(0);
          std::size_t now = 0;
          sums[now][local] = i < count ? in[i] : 0;
          for (std::size_t distance = 1; distance < work_group; distance *= 2) {
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

void add_totals(sycl::queue &queue, const Value *totals, Value *out, std::size_t count) {
  // The first part has nothing before it.
  queue.parallel_for(sycl::range<1>(count - work_group), [=](sycl::id<1> i) {
    out[i[0] + work_group] += totals[i[0] / work_group];
  });
}

} // namespace

bench::Contender<Value> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<Value> in(queue, problem.in);
  std::vector<bench::SharedArray<Value>> levels;
  for (std::size_t count : levels_of(problem.in.size()))
    levels.emplace_back(queue, count);
  const auto run = [=]() mutable {
    const std::size_t last = levels.size() - 1;
    scan_groups(queue, in.get(), levels[0].get(), levels[1].get(), levels[0].size());
    for (std::size_t level = 1; level < last; level++) {
      Value *sums = levels[level].get();
      scan_groups(queue, sums, sums, levels[level + 1].get(), levels[level].size());
    }
    for (std::size_t level = last - 1; level-- > 0;)
      add_totals(queue, levels[level + 1].get(), levels[level].get(), levels[level].size());
    queue.wait();
  };
  return {run, [=] { return levels[0].values(); }};
}

} // namespace scan

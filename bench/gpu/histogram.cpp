#include "histogram.hpp"
#include "sycl.hpp"

namespace {

using Count = std::uint32_t;

template <sycl::memory_scope Scope, sycl::access::address_space Space>
using Counter = sycl::atomic_ref<Count, sycl::memory_order::relaxed, Scope, Space>;
using LocalCounter =
    Counter<sycl::memory_scope::work_group, sycl::access::address_space::local_space>;
using GlobalCounter =
    Counter<sycl::memory_scope::device, sycl::access::address_space::global_space>;

void count_values(sycl::queue &queue, const std::uint8_t *in, Count *counts, int count) {
  queue.parallel_for(sycl::range<1>(bins), [=](sycl::id<1> bin) { counts[bin] = 0; });
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<Count> local_counts(bins, handler);
    const sycl::nd_range<1> range(count / per_item, work_group);
    handler.parallel_for(range, [=](sycl::nd_item<1> item) {
      const int local = item.get_local_id(0);
      local_counts[local] = 0;
      sycl::group_barrier(item.get_group());
      const int first = item.get_group(0) * work_group * per_item + local;
      for (int i = 0; i < per_item; i++)
        LocalCounter(local_counts[in[first + i * work_group]])++;
      sycl::group_barrier(item.get_group());
      GlobalCounter(counts[local]) += local_counts[local];
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  static_assert(bins == work_group, "a work-item has a bin");
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<std::uint8_t> in(queue, problem.in);
    const bench::Array<Count> counts(queue, bins);
    program.row(
        problem.row(), queue, [&] { count_values(queue, in, counts, problem.count); },
        [&] { return problem.check(counts.values()); });
  });
}

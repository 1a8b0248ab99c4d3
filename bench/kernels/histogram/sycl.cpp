#include "../sycl.hpp"
#include "problem.hpp"

namespace histogram {

namespace {

using Count = std::uint32_t;

template <sycl::memory_scope Scope, sycl::access::address_space Space>
using Counter = sycl::atomic_ref<Count, sycl::memory_order::relaxed, Scope, Space>;
using LocalCounter =
    Counter<sycl::memory_scope::work_group, sycl::access::address_space::local_space>;
using GlobalCounter =
    Counter<sycl::memory_scope::device, sycl::access::address_space::global_space>;

void count_values(sycl::queue &queue, const std::uint8_t *in, Count *counts, std::size_t count) {
  queue.parallel_for(sycl::range<1>(bins), [=](sycl::id<1> bin) { counts[bin] = 0; });
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<Count> local_counts(bins, handler);
    const sycl::range<1> global(count / per_item);
    handler.parallel_for(
        sycl::nd_range<1>(global, sycl::range<1>(work_group)), [=](sycl::nd_item<1> item) {
          const std::size_t local = item.get_local_id(0);
          for (std::size_t bin = local; bin < bins; bin += work_group)
            local_counts[bin] = 0;
          sycl::group_barrier(item.get_group());
          const std::size_t first = item.get_group(0) * work_group * per_item + local;
          for (std::size_t i = 0; i < per_item; i++)
            LocalCounter(local_counts[in[first + i * work_group]])++;
          sycl::group_barrier(item.get_group());
          for (std::size_t bin = local; bin < bins; bin += work_group)
            GlobalCounter(counts[bin]) += local_counts[bin];
        });
  });
}

} // namespace

bench::Contender<Count> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<std::uint8_t> in(queue, problem.in);
  const bench::SharedArray<Count> counts(queue, bins);
  const auto run = [=]() mutable {
    count_values(queue, in.get(), counts.get(), in.size());
    queue.wait();
  };
  return {run, [=] { return counts.values(); }};
}

} // namespace histogram

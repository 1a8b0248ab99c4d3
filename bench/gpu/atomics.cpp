#include "atomics.hpp"
#include "sycl.hpp"

namespace {

void add(sycl::queue &queue, const int *where, const float *values, float *sums, int count,
         int bins) {
  using Sum = sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device,
                               sycl::access::address_space::global_space>;
  queue.memset(sums, 0, bins * sizeof(float));
  queue.parallel_for(sycl::range<1>(count),
                     [=](sycl::id<1> i) { Sum(sums[where[i]]) += values[i]; });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<int> where(queue, problem.where);
    const bench::Array<float> values(queue, problem.values), sums(queue, problem.bins);
    program.row(
        problem.row(), queue,
        [&] { add(queue, where, values, sums, problem.count, problem.bins); },
        [&] { return problem.check(sums.values()); });
  });
}

#include "floyd_warshall.hpp"
#include "sycl.hpp"

namespace {

void step(sycl::queue &queue, int *lengths, int nodes, int through) {
  queue.parallel_for(sycl::range<2>(nodes, nodes), [=](sycl::id<2> path) {
    const int from = path[0], to = path[1];
    const int other = lengths[from * nodes + through] + lengths[through * nodes + to];
    if (other < lengths[from * nodes + to])
      lengths[from * nodes + to] = other;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<int> lengths(queue, problem.lengths);
    program.row(
        problem.row(), queue, [&] { step(queue, lengths, problem.nodes, problem.through); },
        [&] { return problem.check(lengths.values()); });
  });
}

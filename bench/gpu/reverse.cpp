#include "reverse.hpp"
#include "sycl.hpp"

namespace {

void reverse(sycl::queue &queue, const int *in, int *out, int count) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<int> part(work_group, handler);
    handler.parallel_for(sycl::nd_range<1>(count, work_group), [=](sycl::nd_item<1> item) {
      const std::size_t i = item.get_global_id(0), local = item.get_local_id(0);
      part[local] = in[i];
      sycl::group_barrier(item.get_group());
      out[i] = part[work_group - 1 - local];
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<int> in(queue, problem.in), out(queue, problem.count);
    program.row(
        problem.row(), queue, [&] { reverse(queue, in, out, problem.count); },
        [&] { return problem.check(out.values()); });
  });
}

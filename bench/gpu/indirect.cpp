#include "indirect.hpp"
#include "sycl.hpp"

namespace {

void gather(sycl::queue &queue, const int *index, const float *in, float *out, int count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { out[i] = in[index[i]]; });
}

void scatter(sycl::queue &queue, const int *index, const float *in, float *out, int count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { out[index[i]] = in[i]; });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int count = problem.count;
    const bench::Array<int> index(queue, problem.index);
    const bench::Array<float> in(queue, problem.in), out(queue, count);
    program.row(
        problem.row("indirect_gather"), queue, [&] { gather(queue, index, in, out, count); },
        [&] { return problem.check_gather(out.values()); });
    program.row(
        problem.row("indirect_scatter"), queue, [&] { scatter(queue, index, in, out, count); },
        [&] { return problem.check_scatter(out.values()); });
  });
}

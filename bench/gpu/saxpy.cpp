#include "saxpy.hpp"
#include "sycl.hpp"

namespace {

void saxpy(sycl::queue &queue, float a, const float *x, const float *y, float *z, int count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { z[i] = a * x[i] + y[i]; });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> x(queue, problem.x), y(queue, problem.y), z(queue, problem.count);
    program.row(
        problem.row(), queue, [&] { saxpy(queue, problem.a, x, y, z, problem.count); },
        [&] { return problem.check(z.values()); });
  });
}

#include "mandelbrot.hpp"
#include "sycl.hpp"

namespace {

void draw(sycl::queue &queue, int *steps, int width, int height) {
  queue.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> pixel) {
    const float cx = left + extent / width * pixel[1], cy = top + extent / width * pixel[0];
    float x = 0, y = 0;
    int step = 0;
    while (step < most_steps && x * x + y * y <= 4) {
      const float next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
      step++;
    }
    steps[pixel[0] * width + pixel[1]] = step;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<int> steps(queue, std::size_t(problem.width) * problem.height);
    program.row(
        problem.row(), queue, [&] { draw(queue, steps, problem.width, problem.height); },
        [&] { return problem.check(steps.values()); });
  });
}

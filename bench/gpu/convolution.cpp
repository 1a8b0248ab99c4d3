#include "convolution.hpp"
#include "sycl.hpp"

namespace {

void convolve(sycl::queue &queue, const float *image, const float *filter, float *out, int width,
              int height) {
  const int pitch = width + 2 * radius;
  queue.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> pixel) {
    const int y = pixel[0], x = pixel[1];
    float sum = 0;
    for (int i = 0; i < diameter; i++)
      for (int j = 0; j < diameter; j++)
        sum += image[(y + i) * pitch + x + j] * filter[i * diameter + j];
    out[y * width + x] = sum;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> image(queue, problem.image), filter(queue, problem.filter),
        out(queue, std::size_t(problem.width) * problem.height);
    program.row(
        problem.row(), queue,
        [&] { convolve(queue, image, filter, out, problem.width, problem.height); },
        [&] { return problem.check(out.values()); });
  });
}

#include "bilateral.hpp"
#include "sycl.hpp"

namespace {

void smooth(sycl::queue &queue, const float *image, float *out, int width, int height) {
  queue.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> pixel) {
    const int y = pixel[0], x = pixel[1];
    const float centre = image[y * width + x];
    float sum = 0, weights = 0;
    for (int dy = -radius; dy <= radius; dy++)
      for (int dx = -radius; dx <= radius; dx++) {
        const int row = sycl::clamp(y + dy, 0, height - 1);
        const int column = sycl::clamp(x + dx, 0, width - 1);
        const float value = image[row * width + column];
        const float difference = value - centre;
        const float weight = sycl::exp(distance_factor * (dx * dx + dy * dy) +
                                       difference_factor * difference * difference);
        sum += weight * value;
        weights += weight;
      }
    out[y * width + x] = sum / weights;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> image(queue, problem.image), out(queue, problem.image.size());
    program.row(
        problem.row(), queue,
        [&] { smooth(queue, image, out, problem.width, problem.height); },
        [&] { return problem.check(out.values()); });
  });
}

#include "sobel.hpp"
#include "sycl.hpp"

namespace {

void find_edges(sycl::queue &queue, const float *image, float *edges, sycl::range<2> range) {
  const std::size_t height = range[0], width = range[1];
  queue.parallel_for(range, [=](sycl::id<2> pixel) {
    const std::size_t y = pixel[0], x = pixel[1], i = y * width + x;
    float edge = 0;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
      const float *above = image + i - width, *here = image + i, *below = image + i + width;
      const float gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
      const float gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
      edge = sycl::sqrt(gx * gx + gy * gy);
    }
    edges[i] = edge;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const sycl::range<2> range(problem.height, problem.width);
    const bench::Array<float> image(queue, problem.image), edges(queue, range.size());
    program.row(
        problem.row(), queue, [&] { find_edges(queue, image, edges, range); },
        [&] { return problem.check(edges.values()); });
  });
}

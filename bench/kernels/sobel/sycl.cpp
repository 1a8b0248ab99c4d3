#include "../sycl.hpp"
#include "problem.hpp"

namespace sobel {

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

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const sycl::range<2> range(problem.height, problem.width);
  const bench::SharedArray<float> image(queue, problem.image), edges(queue, range.size());
  const auto run = [=]() mutable {
    find_edges(queue, image.get(), edges.get(), range);
    queue.wait();
  };
  return {run, [=] { return edges.values(); }};
}

} // namespace sobel

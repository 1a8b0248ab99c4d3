#include "problem.hpp"

namespace sobel {

namespace {

// The pixels on the edge of the image stay 0, as they were made.
void find_edges(const float *image, float *edges, std::size_t width, std::size_t height) {
#pragma omp parallel for
  for (std::size_t y = 1; y < height - 1; y++) {
    const float *here = image + y * width, *above = here - width, *below = here + width;
#pragma omp simd
    for (std::size_t x = 1; x < width - 1; x++) {
      const float gx = above[x + 1] + 2 * here[x + 1] + below[x + 1] - above[x - 1] -
                       2 * here[x - 1] - below[x - 1];
      const float gy = below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] -
                       above[x + 1];
      edges[y * width + x] = std::sqrt(gx * gx + gy * gy);
    }
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto edges = std::make_shared<bench::Values<float>>(problem.image.size());
  return {[=, &problem] {
            find_edges(problem.image.data(), edges->data(), problem.width, problem.height);
          },
          [=] { return *edges; }};
}

} // namespace sobel

#include "problem.hpp"

namespace sobel {

Problem::Problem(bench::Scale scale)
    : width(scale == bench::Scale::full ? 5000 : 500), height(width * 4 / 5),
      image(bench::random_values(width * height, 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(width) + " x " + bench::text(height); }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> edges(problem.image.size());
  for (std::size_t y = 1; y + 1 < problem.height; y++)
    for (std::size_t x = 1; x + 1 < problem.width; x++) {
      const auto at = [&](int right, int down) {
        return problem.image[(y + down) * problem.width + x + right];
      };
      const float gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const float gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      edges[y * problem.width + x] = std::sqrt(gx * gx + gy * gy);
    }
  return edges;
}

} // namespace sobel

int main(int argc, char **argv) { return bench::main<sobel::Problem>(argc, argv); }

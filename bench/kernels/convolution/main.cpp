#include "problem.hpp"

namespace convolution {

Problem::Problem(bench::Scale scale)
    : width(scale == bench::Scale::full ? 4096 : 512), height(width),
      image(bench::random_values((width + 2 * radius) * (height + 2 * radius), 0.0f, 1.0f)),
      filter(bench::random_values(diameter * diameter, -1.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(width) + " x " + bench::text(height); }

bench::Values<float> reference(const Problem &problem) {
  const std::size_t pitch = problem.width + 2 * radius;
  bench::Values<float> out;
  out.reserve(problem.width * problem.height);
  for (std::size_t y = 0; y < problem.height; y++)
    for (std::size_t x = 0; x < problem.width; x++) {
      float sum = 0;
      for (std::size_t i = 0; i < diameter; i++)
        for (std::size_t j = 0; j < diameter; j++)
          sum += problem.image[(y + i) * pitch + x + j] * problem.filter[i * diameter + j];
      out.push_back(sum);
    }
  return out;
}

} // namespace convolution

int main(int argc, char **argv) { return bench::main<convolution::Problem>(argc, argv); }

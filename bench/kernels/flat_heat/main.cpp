#include "problem.hpp"

namespace flat_heat {

Problem::Problem(bench::Scale scale)
    : width(scale == bench::Scale::full ? 1999 : 99), height(scale == bench::Scale::full ? 1000 : 50),
      start(bench::random_values(width * height, 0.0f, 1.0f)) {}

std::string Problem::size() const {
  return bench::text(width) + " x " + bench::text(height) + ", " + bench::text(steps) + " steps";
}

bench::Values<float> reference(const Problem &problem) {
  const std::size_t width = problem.width;
  bench::Values<float> now = problem.start, next = problem.start;
  for (std::size_t step = 0; step < steps; step++) {
    for (std::size_t y = 1; y + 1 < problem.height; y++)
      for (std::size_t x = 1; x + 1 < width; x++) {
        const std::size_t i = y * width + x;
        next[i] = now[i] + 0.2f * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width] -
                                   4.0f * now[i]);
      }
    std::swap(now, next);
  }
  return now;
}

} // namespace flat_heat

int main(int argc, char **argv) { return bench::main<flat_heat::Problem>(argc, argv); }

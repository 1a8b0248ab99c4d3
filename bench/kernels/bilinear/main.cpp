#include "problem.hpp"

#include <algorithm>

namespace bilinear {

Problem::Problem(bench::Scale scale)
    : width(scale == bench::Scale::full ? 1501 : 151), height(width * 4 / 5),
      turn{0.9f, -0.3f, 0.1f * float(width), 0.3f, 0.9f, -0.05f * float(height)},
      image(bench::random_values(width * height * 4, 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(width) + " x " + bench::text(height); }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> copy(problem.image.size());
  const Turn &turn = problem.turn;
  const auto texel = [&](double x, double y, std::size_t channel) {
    const double right = double(problem.width) - 1, bottom = double(problem.height) - 1;
    const auto column = std::size_t(std::clamp(x, 0.0, right));
    const auto row = std::size_t(std::clamp(y, 0.0, bottom));
    return double(problem.image[(row * problem.width + column) * 4 + channel]);
  };
  for (std::size_t y = 0; y < problem.height; y++)
    for (std::size_t x = 0; x < problem.width; x++) {
      // In float, as everybody else: what is nearly on the edge of an element differs otherwise.
      const double u = turn.xx * float(x) + turn.xy * float(y) + turn.x0 - 0.5f;
      const double v = turn.yx * float(x) + turn.yy * float(y) + turn.y0 - 0.5f;
      const double left = std::floor(u), top = std::floor(v), a = u - left, b = v - top;
      for (std::size_t channel = 0; channel < 4; channel++)
        copy[(y * problem.width + x) * 4 + channel] = float(
            (1 - b) * ((1 - a) * texel(left, top, channel) + a * texel(left + 1, top, channel)) +
            b * ((1 - a) * texel(left, top + 1, channel) + a * texel(left + 1, top + 1, channel)));
    }
  return copy;
}

} // namespace bilinear

int main(int argc, char **argv) { return bench::main<bilinear::Problem>(argc, argv); }

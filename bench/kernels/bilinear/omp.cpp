#include "problem.hpp"

#include <algorithm>

namespace bilinear {

namespace {

void turn_image(const float *image, float *__restrict copy, std::size_t width, std::size_t height,
                const Turn &turn) {
  const int right = int(width) - 1, bottom = int(height) - 1;
#pragma omp parallel for
  for (std::size_t y = 0; y < height; y++)
    for (std::size_t x = 0; x < width; x++) {
      const float u = turn.xx * float(x) + turn.xy * float(y) + turn.x0 - 0.5f;
      const float v = turn.yx * float(x) + turn.yy * float(y) + turn.y0 - 0.5f;
      const float left = std::floor(u), top = std::floor(v), a = u - left, b = v - top;
      const int x0 = std::clamp(int(left), 0, right), x1 = std::clamp(int(left) + 1, 0, right);
      const int y0 = std::clamp(int(top), 0, bottom), y1 = std::clamp(int(top) + 1, 0, bottom);
      const float *above = image + y0 * width * 4, *below = image + y1 * width * 4;
      const float *nw = above + x0 * 4, *ne = above + x1 * 4, *sw = below + x0 * 4,
                  *se = below + x1 * 4;
      float *out = copy + (y * width + x) * 4;
      for (int channel = 0; channel < 4; channel++)
        out[channel] = (1 - b) * ((1 - a) * nw[channel] + a * ne[channel]) +
                       b * ((1 - a) * sw[channel] + a * se[channel]);
    }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto copy = std::make_shared<bench::Values<float>>(problem.image.size());
  return {[=, &problem] {
            turn_image(problem.image.data(), copy->data(), problem.width, problem.height,
                       problem.turn);
          },
          [=] { return *copy; }};
}

} // namespace bilinear

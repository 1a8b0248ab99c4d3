// Sobel's edge filter: the length of the gradient, 0 on the edge of the image, where there is none.
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small)
      : width(small ? 250 : 10000), height(width * 4 / 5),
        image(bench::random_values(std::size_t(width) * height, 0.0f, 1.0f)) {}

  bench::Row row() const { return {"sobel", bench::Unit::bytes, 8.0 * width * height}; }

  std::string check(const bench::Values<float> &edges) const {
    return bench::agrees(edges, 1e-5, 50000, [&](std::size_t i) {
      const int y = int(i / width), x = int(i % width);
      if (x == 0 || x == width - 1 || y == 0 || y == height - 1)
        return 0.0f;
      const float *above = &image[i] - width, *here = &image[i], *below = here + width;
      const float gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
      const float gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
      return std::sqrt(gx * gx + gy * gy);
    });
  }

  int width, height;
  bench::Values<float> image; ///< row by row
};

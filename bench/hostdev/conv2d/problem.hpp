// conv2d: convolution of an image with nine weights. The size is a constant.
#pragma once

#include "../frame.hpp"

namespace conv2d {

using hostdev::Values;

constexpr std::size_t rows = 4096, columns = 6144;

struct Problem {
  static constexpr const char *name = "conv2d";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(rows * columns, 1);

  Values<float> reference() const {
    constexpr float weights[3][3] = {{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}};
    Values<float> result(rows * columns);
    for (std::size_t i = 1; i + 1 < rows; i++)
      for (std::size_t j = 1; j + 1 < columns; j++) {
        float sum = 0;
        for (std::size_t y = 0; y < 3; y++)
          for (std::size_t x = 0; x < 3; x++)
            sum += weights[y][x] * a[(i + y - 1) * columns + (j + x - 1)];
        result[i * columns + j] = sum;
      }
    return result;
  }
};

} // namespace conv2d

// 2-D convolution of an image with a 7 x 7 filter. The image has a margin, so that no pixel is special.
#pragma once

#include "harness.hpp"

constexpr int radius = 3, diameter = 2 * radius + 1;

struct Problem {
  explicit Problem(bool small)
      : width(small ? 200 : 8192), height(width), pitch(width + 2 * radius),
        image(bench::random_values(std::size_t(pitch) * (height + 2 * radius), 0.0f, 1.0f, 1)),
        filter(bench::random_values(diameter * diameter, -0.1f, 0.1f, 2)) {}

  bench::Row row() const {
    return {"convolution", bench::Unit::flops32, 2.0 * diameter * diameter * width * height};
  }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 1e-5, 20000, [&](std::size_t n) {
      const std::size_t y = n / width, x = n % width;
      double sum = 0;
      for (int i = 0; i < diameter; i++)
        for (int j = 0; j < diameter; j++)
          sum += double(image[(y + i) * pitch + x + j]) * filter[i * diameter + j];
      return sum;
    });
  }

  int width, height, pitch;
  bench::Values<float> image;  ///< (height + 2 radius) rows of `pitch` pixels
  bench::Values<float> filter; ///< diameter rows of diameter weights
};

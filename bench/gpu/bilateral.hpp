// A bilateral filter: a pixel becomes the mean of those around it, weighted by distance and by difference.
#pragma once

#include "harness.hpp"

constexpr int radius = 4;
constexpr float distance_factor = -1.0f / 18, difference_factor = -1.0f / 0.08f;

struct Problem {
  explicit Problem(bool small)
      : width(small ? 150 : 2560), height(small ? 100 : 1440),
        image(bench::random_values(std::size_t(width) * height, 0.0f, 1.0f)) {}

  bench::Row row() const {
    // Counted in neighbours, whose exponentials take most of the time.
    return {"bilateral", bench::Unit::items,
            double(2 * radius + 1) * (2 * radius + 1) * width * height};
  }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 1e-4, 5000, [&](std::size_t n) {
      const int y = int(n / width), x = int(n % width);
      double sum = 0, weights = 0;
      for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
          const int row = std::min(std::max(y + dy, 0), height - 1);
          const int column = std::min(std::max(x + dx, 0), width - 1);
          const double value = image[std::size_t(row) * width + column];
          const double difference = value - image[n];
          const double weight = std::exp(double(distance_factor) * (dx * dx + dy * dy) +
                                         double(difference_factor) * difference * difference);
          sum += weight * value;
          weights += weight;
        }
      return sum / weights;
    });
  }

  int width, height;
  bench::Values<float> image;
};

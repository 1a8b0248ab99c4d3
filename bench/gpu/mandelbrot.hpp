// Mandelbrot's set: how many steps it takes to leave it, in single precision.
#pragma once

#include "harness.hpp"

constexpr int most_steps = 512;
constexpr float left = -2.2f, top = -1.2f, extent = 3.0f;

struct Problem {
  explicit Problem(bool small) : width(small ? 200 : 4096), height(width * 3 / 4) {}

  bench::Row row() const { return {"mandelbrot", bench::Unit::items, double(width) * height}; }

  /// Orbits are chaotic and compilers contract, so that some pixels near the edge of the set may differ.
  std::string check(const bench::Values<int> &steps) const {
    int looked_at = 0, different = 0;
    for (std::size_t n = 0; n < steps.size(); n += steps.size() / 5000 + 1) {
      const float cx = left + extent / width * float(n % width);
      const float cy = top + extent / width * float(n / width);
      float x = 0, y = 0;
      int expected = 0;
      while (expected < most_steps && x * x + y * y <= 4) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        expected++;
      }
      looked_at++;
      different += steps[n] != expected;
    }
    if (different * 50 <= looked_at)
      return "";
    return std::to_string(different) + " pixels differ of " + std::to_string(looked_at);
  }

  int width, height;
};

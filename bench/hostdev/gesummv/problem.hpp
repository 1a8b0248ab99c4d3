// gesummv: y = alpha A x + beta B x. The size is a constant.
#pragma once

#include "../frame.hpp"

namespace gesummv {

using hostdev::Values;

constexpr std::size_t n = 4000;

struct Problem {
  static constexpr const char *name = "gesummv";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(n * n, 1);
  Values<float> b = hostdev::random_values(n * n, 2);
  Values<float> x = hostdev::random_values(n, 3);

  Values<float> reference() const {
    Values<float> result(n);
    for (std::size_t i = 0; i < n; i++) {
      float left = 0, right = 0;
      for (std::size_t j = 0; j < n; j++) {
        left += a[i * n + j] * x[j];
        right += b[i * n + j] * x[j];
      }
      result[i] = 1.5f * left + 0.75f * right;
    }
    return result;
  }
};

} // namespace gesummv

// syrk: C = alpha A A^T + beta C. Sizes are constants.
#pragma once

#include "../frame.hpp"

namespace syrk {

using hostdev::Values;

constexpr std::size_t n = 512, m = 400;

struct Problem {
  static constexpr const char *name = "syrk";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(n * m, 1);
  Values<float> c = hostdev::random_values(n * n, 2);

  Values<float> reference() const {
    Values<float> result = c;
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < n; j++) {
        float sum = 0;
        for (std::size_t k = 0; k < m; k++)
          sum += a[i * m + k] * a[j * m + k];
        result[i * n + j] = 0.75f * result[i * n + j] + 1.5f * sum;
      }
    return result;
  }
};

} // namespace syrk

// mvt: x1 += A y1 and x2 += A^T y2, of a size that is known when the program runs.
#pragma once

#include "../frame.hpp"

namespace mvt {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "mvt";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick) : n(quick ? 400 : 5000) {}

  std::size_t n;
  Values<float> a = hostdev::random_values(n * n, 1);
  Values<float> x1 = hostdev::random_values(n, 2), x2 = hostdev::random_values(n, 3);
  Values<float> y1 = hostdev::random_values(n, 4), y2 = hostdev::random_values(n, 5);

  /// x1, and x2 after it.
  Values<float> reference() const {
    Values<float> result = x1;
    result.insert(result.end(), x2.begin(), x2.end());
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < n; j++) {
        result[i] += a[i * n + j] * y1[j];
        result[n + j] += a[i * n + j] * y2[i];
      }
    return result;
  }
};

} // namespace mvt

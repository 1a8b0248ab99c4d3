// syr2k: C = alpha A B^T + alpha B A^T + beta C, of sizes that are known when the program runs.
#pragma once

#include "../frame.hpp"

namespace syr2k {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "syr2k";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick) : n(quick ? 100 : 400), m(quick ? 80 : 320) {}

  std::size_t n, m;
  float alpha = 1.5f, beta = 0.75f;
  Values<float> a = hostdev::random_values(n * m, 1);
  Values<float> b = hostdev::random_values(n * m, 2);
  Values<float> c = hostdev::random_values(n * n, 3);

  Values<float> reference() const {
    Values<float> result = c;
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < n; j++) {
        float sum = 0;
        for (std::size_t k = 0; k < m; k++)
          sum += a[i * m + k] * b[j * m + k] + b[i * m + k] * a[j * m + k];
        result[i * n + j] = beta * result[i * n + j] + alpha * sum;
      }
    return result;
  }
};

} // namespace syr2k

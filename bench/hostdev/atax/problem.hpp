// atax: y = A^T (A x). Sizes are constants.
#pragma once

#include "../frame.hpp"

namespace atax {

using hostdev::Values;

constexpr std::size_t rows = 6000, columns = 4000;

struct Problem {
  static constexpr const char *name = "atax";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(rows * columns, 1);
  Values<float> x = hostdev::random_values(columns, 2);

  Values<float> reference() const {
    Values<float> result(columns);
    for (std::size_t i = 0; i < rows; i++) {
      float product = 0;
      for (std::size_t j = 0; j < columns; j++)
        product += a[i * columns + j] * x[j];
      for (std::size_t j = 0; j < columns; j++)
        result[j] += a[i * columns + j] * product;
    }
    return result;
  }
};

} // namespace atax

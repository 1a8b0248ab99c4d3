// gemm: C = alpha A B + beta C. Sizes are constants.
#pragma once

#include "../frame.hpp"

namespace gemm {

using hostdev::Values;

constexpr std::size_t rows = 512, columns = 512, inner = 512;

struct Problem {
  static constexpr const char *name = "gemm";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(rows * inner, 1);
  Values<float> b = hostdev::random_values(inner * columns, 2);
  Values<float> c = hostdev::random_values(rows * columns, 3);

  Values<float> reference() const {
    Values<float> result = c;
    for (float &value : result)
      value *= 0.75f;
    for (std::size_t i = 0; i < rows; i++)
      for (std::size_t k = 0; k < inner; k++)
        for (std::size_t j = 0; j < columns; j++)
          result[i * columns + j] += 1.5f * a[i * inner + k] * b[k * columns + j];
    return result;
  }
};

} // namespace gemm

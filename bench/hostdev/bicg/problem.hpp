// bicg: s = A^T r and q = A p, of sizes that are known when the program runs.
#pragma once

#include "../frame.hpp"

namespace bicg {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "bicg";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick) : rows(quick ? 300 : 5000), columns(quick ? 400 : 4500) {}

  std::size_t rows, columns;
  Values<float> a = hostdev::random_values(rows * columns, 1);
  Values<float> r = hostdev::random_values(rows, 2);
  Values<float> p = hostdev::random_values(columns, 3);

  /// s, and q after it.
  Values<float> reference() const {
    Values<float> result(columns + rows);
    for (std::size_t i = 0; i < rows; i++)
      for (std::size_t j = 0; j < columns; j++) {
        result[j] += a[i * columns + j] * r[i];
        result[columns + i] += a[i * columns + j] * p[j];
      }
    return result;
  }
};

} // namespace bicg

// gramschmidt: A = Q R with orthonormal columns of Q, of a size that is known when the program runs.
#pragma once

#include "../frame.hpp"

#include <cmath>

namespace gramschmidt {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "gramschmidt";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick) : rows(quick ? 120 : 500), columns(quick ? 60 : 300) {}

  std::size_t rows, columns;
  Values<float> a = hostdev::random_values(rows * columns, 1);

  /// Q.
  Values<float> reference() const {
    std::vector<double> rest(a.begin(), a.end());
    Values<float> result(rows * columns);
    for (std::size_t k = 0; k < columns; k++) {
      double norm = 0;
      for (std::size_t i = 0; i < rows; i++)
        norm += rest[i * columns + k] * rest[i * columns + k];
      for (std::size_t i = 0; i < rows; i++)
        rest[i * columns + k] /= std::sqrt(norm);
      for (std::size_t i = 0; i < rows; i++)
        result[i * columns + k] = float(rest[i * columns + k]);
      std::vector<double> projection(columns);
      for (std::size_t i = 0; i < rows; i++)
        for (std::size_t j = k + 1; j < columns; j++)
          projection[j] += rest[i * columns + k] * rest[i * columns + j];
      for (std::size_t i = 0; i < rows; i++)
        for (std::size_t j = k + 1; j < columns; j++)
          rest[i * columns + j] -= rest[i * columns + k] * projection[j];
    }
    return result;
  }
};

} // namespace gramschmidt

// correlation: of all pairs of columns of a matrix whose size is known when the program runs.
#pragma once

#include "../frame.hpp"

#include <cmath>

namespace correlation {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "correlation";
  static constexpr double tolerance = 1e-4;
  /// A deviation below it counts as 1, so that nothing is divided by almost nothing.
  static constexpr float least_deviation = 0.005f;

  explicit Problem(bool quick) : points(quick ? 100 : 500), columns(quick ? 60 : 400) {}

  std::size_t points, columns;
  Values<float> data = hostdev::random_values(points * columns, 1);

  Values<float> reference() const {
    Values<float> centred = data, result(columns * columns);
    for (std::size_t j = 0; j < columns; j++) {
      double mean = 0, variance = 0;
      for (std::size_t i = 0; i < points; i++)
        mean += data[i * columns + j];
      mean /= double(points);
      for (std::size_t i = 0; i < points; i++)
        variance += std::pow(data[i * columns + j] - mean, 2);
      const double deviation = std::sqrt(variance / double(points));
      const double scale = (deviation <= least_deviation ? 1 : deviation) * std::sqrt(points);
      for (std::size_t i = 0; i < points; i++)
        centred[i * columns + j] = float((data[i * columns + j] - mean) / scale);
    }
    for (std::size_t i = 0; i < points; i++)
      for (std::size_t j = 0; j < columns; j++)
        for (std::size_t k = 0; k < columns; k++)
          result[j * columns + k] += centred[i * columns + j] * centred[i * columns + k];
    for (std::size_t j = 0; j < columns; j++)
      result[j * columns + j] = 1;
    return result;
  }
};

} // namespace correlation

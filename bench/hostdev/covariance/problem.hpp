// covariance: of all pairs of columns of a matrix. Sizes are constants.
#pragma once

#include "../frame.hpp"

namespace covariance {

using hostdev::Values;

constexpr std::size_t points = 500, columns = 400;

struct Problem {
  static constexpr const char *name = "covariance";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> data = hostdev::random_values(points * columns, 1);

  Values<float> reference() const {
    Values<float> centred = data, result(columns * columns);
    for (std::size_t j = 0; j < columns; j++) {
      double mean = 0;
      for (std::size_t i = 0; i < points; i++)
        mean += data[i * columns + j];
      mean /= double(points);
      for (std::size_t i = 0; i < points; i++)
        centred[i * columns + j] = float(data[i * columns + j] - mean);
    }
    for (std::size_t i = 0; i < points; i++)
      for (std::size_t j = 0; j < columns; j++)
        for (std::size_t k = 0; k < columns; k++)
          result[j * columns + k] += centred[i * columns + j] * centred[i * columns + k];
    for (float &value : result)
      value /= float(points - 1);
    return result;
  }
};

} // namespace covariance

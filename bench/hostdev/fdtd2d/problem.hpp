// fdtd2d: electric and magnetic fields step by step, of a size that is known when the program runs.
#pragma once

#include "../frame.hpp"

namespace fdtd2d {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "fdtd2d";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick)
      : rows(quick ? 100 : 1000), columns(quick ? 120 : 1200), steps(quick ? 5 : 50) {}

  std::size_t rows, columns, steps;
  Values<float> source = hostdev::random_values(steps, 1); ///< one value per step
  Values<float> ex = hostdev::random_values(rows * columns, 2);
  Values<float> ey = hostdev::random_values(rows * columns, 3);
  Values<float> hz = hostdev::random_values(rows * columns, 4);

  /// The magnetic field.
  Values<float> reference() const {
    Values<float> x = ex, y = ey, z = hz;
    for (std::size_t step = 0; step < steps; step++) {
      for (std::size_t i = 0; i < rows; i++)
        for (std::size_t j = 0; j < columns; j++) {
          const std::size_t at = i * columns + j;
          y[at] = i == 0 ? source[step] : y[at] - 0.5f * (z[at] - z[at - columns]);
          if (j > 0)
            x[at] -= 0.5f * (z[at] - z[at - 1]);
        }
      for (std::size_t i = 0; i + 1 < rows; i++)
        for (std::size_t j = 0; j + 1 < columns; j++) {
          const std::size_t at = i * columns + j;
          z[at] -= 0.7f * (x[at + 1] - x[at] + y[at + columns] - y[at]);
        }
    }
    return z;
  }
};

} // namespace fdtd2d

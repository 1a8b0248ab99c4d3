// Jacobi's method for Laplace's equation in a cube: every inner point becomes the mean of its six neighbours, several
// times. The points on the faces are fixed.
#pragma once

#include "harness.hpp"

constexpr int sweeps = 4;

struct Problem {
  explicit Problem(bool small)
      : inner(small ? 30 : 510), row_length(inner + 2),
        start(bench::random_values(std::size_t(row_length) * row_length * row_length, -1.0f, 1.0f)) {}

  bench::Row row() const {
    return {"jacobi", bench::Unit::bytes, sweeps * 8.0 * inner * inner * inner};
  }

  std::string check(const bench::Values<float> &grid) const {
    return bench::agrees(grid, 1e-5, 2000, [&](std::size_t i) {
      const int plane = row_length * row_length;
      return value(sweeps, int(i / plane), int(i % plane / row_length), int(i % row_length));
    });
  }

  int inner;      ///< points in each direction between the faces
  int row_length; ///< points in each direction
  bench::Values<float> start;

private:
  double value(int sweep, int z, int y, int x) const {
    const auto fixed = [&](int at) { return at == 0 || at == inner + 1; };
    if (sweep == 0 || fixed(z) || fixed(y) || fixed(x))
      return start[(std::size_t(z) * row_length + y) * row_length + x];
    sweep--;
    return (value(sweep, z, y, x - 1) + value(sweep, z, y, x + 1) + value(sweep, z, y - 1, x) +
            value(sweep, z, y + 1, x) + value(sweep, z - 1, y, x) + value(sweep, z + 1, y, x)) /
           6;
  }
};

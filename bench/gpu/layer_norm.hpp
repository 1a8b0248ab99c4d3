// Layer normalisation: the rows of a matrix get mean 0 and variance 1, then a scale and a shift for each column. A
// work-group per row adds values and squares by a tree in local memory.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;
constexpr float epsilon = 1e-5f;

struct Problem {
  explicit Problem(bool small)
      : rows(small ? 100 : 65536), columns(small ? 768 : 1024),
        in(bench::random_values(std::size_t(rows) * columns, -2.0f, 3.0f, 1)),
        scale(bench::random_values(columns, 0.5f, 1.5f, 2)),
        shift(bench::random_values(columns, -1.0f, 1.0f, 3)) {}

  bench::Row row() const { return {"layer_norm", bench::Unit::bytes, 8.0 * rows * columns}; }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 1e-4, 2000, [&](std::size_t n) {
      const std::size_t column = n % columns;
      const float *row = &in[n - column];
      double sum = 0, squares = 0;
      for (int i = 0; i < columns; i++) {
        sum += row[i];
        squares += double(row[i]) * row[i];
      }
      const double mean = sum / columns, variance = squares / columns - mean * mean;
      return (row[column] - mean) / std::sqrt(variance + epsilon) * scale[column] + shift[column];
    });
  }

  int rows, columns;
  bench::Values<float> in, scale, shift;
};

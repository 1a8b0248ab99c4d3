// A matrix with short rows times a vector. The sub-groups of a work-group take its rows in turn; the work-items of a
// sub-group share a row.
#pragma once

#include "harness.hpp"

constexpr int columns = 128;
constexpr int work_group = 128;
constexpr int rows_per_group = 32;

struct Problem {
  explicit Problem(bool small)
      : rows(1 << (small ? 10 : 20)),
        matrix(bench::random_values(std::size_t(rows) * columns, -1.0f, 1.0f, 1)),
        vector(bench::random_values(columns, -1.0f, 1.0f, 2)) {}

  bench::Row row() const {
    return {"subgroup_reduction", bench::Unit::bytes, 4.0 * rows * (columns + 1)};
  }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 1e-5, 20000, [&](std::size_t row) {
      double sum = 0;
      for (int i = 0; i < columns; i++)
        sum += double(matrix[row * columns + i]) * vector[i];
      return sum;
    });
  }

  int rows; ///< a multiple of what a work-group takes
  bench::Values<float> matrix; ///< row by row
  bench::Values<float> vector;
};

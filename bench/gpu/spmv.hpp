// A sparse matrix in compressed rows times a vector, in double precision: a work-item per row, and a sub-group per row.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;

struct Problem {
  explicit Problem(bool small)
      : rows(1 << (small ? 12 : 20)), starts(rows + 1), vector(bench::random_values(rows, -1.0, 1.0, 2)) {
    for (int row = 0; row < rows; row++)
      starts[row + 1] = starts[row] + 16 + int(bench::random_bits(row) % 33);
    columns.resize(starts[rows]);
    for (int row = 0; row < rows; row++)
      for (int i = starts[row]; i < starts[row + 1]; i++)
        // Near the diagonal, as in most matrices.
        columns[i] = int((unsigned(row) + unsigned(bench::random_bits(i) % 4096)) % unsigned(rows));
    values = bench::random_values(columns.size(), -1.0, 1.0, 1);
  }

  bench::Row row(const char *name) const {
    return {name, bench::Unit::bytes, 12.0 * values.size() + 20.0 * rows};
  }

  std::string check(const bench::Values<double> &out) const {
    return bench::agrees(out, 1e-10, 20000, [&](std::size_t row) {
      double sum = 0;
      for (int i = starts[row]; i < starts[row + 1]; i++)
        sum += values[i] * vector[columns[i]];
      return sum;
    });
  }

  int rows;
  bench::Values<int> starts, columns;
  bench::Values<double> values, vector;
};

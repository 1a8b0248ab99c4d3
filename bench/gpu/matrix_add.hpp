// The sum of two matrices whose numbers of rows and columns are odd: no work-group size divides them.
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small)
      : rows(small ? 259 : 4099), columns(small ? 257 : 4097),
        a(bench::random_values(std::size_t(rows) * columns, -1.0, 1.0, 1)),
        b(bench::random_values(std::size_t(rows) * columns, -1.0, 1.0, 2)) {}

  bench::Row row() const { return {"matrix_add", bench::Unit::bytes, 24.0 * rows * columns}; }

  std::string check(const bench::Values<double> &c) const {
    return bench::agrees(c, 0, 200000, [&](std::size_t i) { return a[i] + b[i]; });
  }

  int rows, columns;
  bench::Values<double> a, b;
};

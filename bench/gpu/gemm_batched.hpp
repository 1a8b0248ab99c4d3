// Many small matrix multiplications in double precision, a work-group for each.
#pragma once

#include "harness.hpp"

constexpr int order = 16;
constexpr int elements = order * order;

struct Problem {
  explicit Problem(bool small)
      : matrices(small ? 100 : 65536),
        a(bench::random_values(std::size_t(matrices) * elements, -1.0, 1.0, 1)),
        b(bench::random_values(std::size_t(matrices) * elements, -1.0, 1.0, 2)) {}

  bench::Row row() const {
    return {"gemm_batched", bench::Unit::bytes, 24.0 * matrices * elements};
  }

  std::string check(const bench::Values<double> &c) const {
    return bench::agrees(c, 1e-12, 50000, [&](std::size_t n) {
      const std::size_t first = n / elements * elements, i = n % elements / order, j = n % order;
      double sum = 0;
      for (int k = 0; k < order; k++)
        sum += a[first + i * order + k] * b[first + k * order + j];
      return sum;
    });
  }

  int matrices;
  bench::Values<double> a, b; ///< matrix by matrix, row by row
};

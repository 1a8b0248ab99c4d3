// Matrix multiplication C = A B: without blocking, one work-item per element of C, and in tiles, where a work-group
// computes a tile of C and keeps the tiles of A and B that it needs in local memory.
#pragma once

#include "harness.hpp"

constexpr int tile = 16;

struct Problem {
  explicit Problem(bool small)
      : order(small ? 128 : 2048), a(bench::random_values(order * order, -1.0f, 1.0f, 1)),
        b(bench::random_values(order * order, -1.0f, 1.0f, 2)) {}

  bench::Row row(const char *name) const {
    return {name, bench::Unit::flops32, 2.0 * order * order * order};
  }

  std::string check(const bench::Values<float> &c) const {
    return bench::agrees(c, 1e-4, 2000, [&](std::size_t n) {
      const std::size_t i = n / order, j = n % order;
      double sum = 0;
      for (int k = 0; k < order; k++)
        sum += double(a[i * order + k]) * b[std::size_t(k) * order + j];
      return sum;
    });
  }

  int order; ///< a multiple of the tile
  bench::Values<float> a, b; ///< row by row
};

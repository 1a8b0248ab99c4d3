// Transposition of a matrix in square work-groups: straight from memory to memory, and through a tile in local memory
// whose rows have one element more than needed, so that its columns are in different banks.
#pragma once

#include "harness.hpp"

constexpr int tile = 16;

struct Problem {
  explicit Problem(bool small)
      : rows(tile * (small ? 20 : 600)), columns(tile * 5 + rows),
        in(bench::random_values(std::size_t(rows) * columns, -1.0f, 1.0f)) {}

  bench::Row row(const char *name) const {
    return {name, bench::Unit::bytes, 8.0 * rows * columns};
  }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 0, 100000, [&](std::size_t i) {
      return in[(i % rows) * columns + i / rows];
    });
  }

  int rows, columns; ///< multiples of the tile
  bench::Values<float> in; ///< row by row
};

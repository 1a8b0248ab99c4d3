// Softmax of the rows of a matrix: a work-group per row, its largest element and the sum of exponentials by group
// algorithms, which are shuffles and a little local memory in CUDA.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;
constexpr int columns = 1024;
constexpr int per_item = columns / work_group;

struct Problem {
  explicit Problem(bool small)
      : rows(small ? 100 : 65536),
        in(bench::random_values(std::size_t(rows) * columns, -4.0f, 4.0f)) {}

  bench::Row row() const { return {"softmax", bench::Unit::bytes, 8.0 * rows * columns}; }

  std::string check(const bench::Values<float> &out) const {
    return bench::agrees(out, 1e-6, 2000, [&](std::size_t n) {
      const float *row = &in[n / columns * columns];
      double sum = 0;
      for (int i = 0; i < columns; i++)
        sum += std::exp(double(row[i]));
      return std::exp(double(in[n])) / sum;
    });
  }

  int rows;
  bench::Values<float> in;
};

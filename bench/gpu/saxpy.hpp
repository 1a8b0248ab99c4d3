// Saxpy: z = a x + y.
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small)
      : count(1 << (small ? 16 : 26)), x(bench::random_values(count, -1.0f, 1.0f, 1)),
        y(bench::random_values(count, -1.0f, 1.0f, 2)) {}

  bench::Row row() const { return {"saxpy", bench::Unit::bytes, 12.0 * count}; }

  std::string check(const bench::Values<float> &z) const {
    return bench::agrees(z, 1e-6, 100000, [&](std::size_t i) { return a * x[i] + y[i]; });
  }

  int count;
  float a = 2.5f;
  bench::Values<float> x, y;
};

// Sums of floats by atomic additions to global memory: values go to bins that look random, of which there are many.
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small)
      : count(1 << (small ? 16 : 25)), bins(1 << (small ? 10 : 20)), where(count),
        values(bench::random_values(count, 0.0f, 1.0f)) {
    for (int i = 0; i < count; i++)
      where[i] = int(bench::random_bits(i) % bins);
  }

  bench::Row row() const { return {"atomics", bench::Unit::items, double(count)}; }

  std::string check(const bench::Values<float> &sums) const {
    bench::Values<double> expected(bins);
    for (int i = 0; i < count; i++)
      expected[where[i]] += values[i];
    return bench::agrees(sums, 1e-4, sums.size(), [&](std::size_t bin) { return expected[bin]; });
  }

  int count, bins;
  bench::Values<int> where;
  bench::Values<float> values;
};

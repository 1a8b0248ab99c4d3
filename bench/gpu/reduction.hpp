// The sum of an array: by a tree in local memory, where each pass leaves one sum per work-group until there is only
// one, and by `sycl::reduction`, beside which the CUDA program has the tree.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;
constexpr int per_item = 4; ///< values that a work-item adds before the tree

/// How many work-groups a pass over `count` values has.
constexpr int groups(int count) {
  return (count + work_group * per_item - 1) / (work_group * per_item);
}

struct Problem {
  explicit Problem(bool small)
      : count(1 << (small ? 18 : 27)), in(bench::random_values(count, 0.0f, 1.0f)) {}

  bench::Row row(const char *name) const { return {name, bench::Unit::bytes, 4.0 * count}; }

  /// How many values each pass adds, from the first to the one that leaves a single sum.
  bench::Values<int> passes() const {
    bench::Values<int> counts{count};
    while (groups(counts.back()) > 1)
      counts.push_back(groups(counts.back()));
    return counts;
  }

  std::string check(float found) const {
    double sum = 0;
    for (float value : in)
      sum += value;
    return bench::agrees(0, found, sum, 1e-4);
  }

  int count;
  bench::Values<float> in;
};

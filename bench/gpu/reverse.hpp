// Work-groups reverse their part of an array in local memory.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;

struct Problem {
  explicit Problem(bool small) : count(1 << (small ? 16 : 26)), in(count) {
    for (int i = 0; i < count; i++)
      in[i] = i;
  }

  bench::Row row() const { return {"reverse", bench::Unit::bytes, 8.0 * count}; }

  std::string check(const bench::Values<int> &out) const {
    return bench::agrees(out, 0, 100000, [](std::size_t i) { return i ^ (work_group - 1); });
  }

  int count; ///< a multiple of the work-group
  bench::Values<int> in;
};

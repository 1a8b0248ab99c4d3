// Bitonic sort: steps between elements that are near each other happen in local memory, the others in global memory.
#pragma once

#include "harness.hpp"

#include <algorithm>
#include <cstdint>

using Key = std::uint32_t;

constexpr int work_group = 512;
constexpr int part = 2 * work_group; ///< elements that a work-group keeps in local memory

struct Problem {
  explicit Problem(bool small) : count(1 << (small ? 14 : 22)), in(count) {
    for (int i = 0; i < count; i++)
      in[i] = Key(bench::random_bits(i));
  }

  bench::Row row() const { return {"sort", bench::Unit::items, double(count)}; }

  std::string check(const bench::Values<Key> &out) const {
    bench::Values<Key> expected = in;
    std::sort(expected.begin(), expected.end());
    return bench::agrees(out, expected, 0);
  }

  int count; ///< a power of two
  bench::Values<Key> in;
};

// Reads and writes at indices from an array: a permutation that looks random.
#pragma once

#include "harness.hpp"

struct Problem {
  explicit Problem(bool small)
      : count(1 << (small ? 16 : 25)), index(count), in(bench::random_values(count, -1.0f, 1.0f)) {
    for (int i = 0; i < count; i++)
      index[i] = permuted(i);
  }

  bench::Row row(const char *name) const { return {name, bench::Unit::bytes, 12.0 * count}; }

  std::string check_gather(const bench::Values<float> &out) const {
    return bench::agrees(out, 0, 100000, [&](std::size_t i) { return in[index[i]]; });
  }

  std::string check_scatter(const bench::Values<float> &out) const {
    bench::Values<float> expected(count);
    for (int i = 0; i < count; i++)
      expected[index[i]] = in[i];
    return bench::agrees(out, expected, 0);
  }

  int count; ///< a power of two
  bench::Values<int> index;
  bench::Values<float> in;

private:
  /// Odd factors and shifts to the right can be undone, so nothing is there twice.
  int permuted(int i) const {
    const unsigned mask = unsigned(count) - 1;
    unsigned bits = unsigned(i) * 0x9e3779b1u & mask;
    bits ^= bits >> 9;
    bits = bits * 0x85ebca6bu & mask;
    return int(bits ^ (bits >> 7));
  }
};

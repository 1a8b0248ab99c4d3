// Inclusive prefix sums. Each work-group scans its part in local memory and leaves the part's total; the totals are
// scanned in the same way and added to what comes after them.
#pragma once

#include "harness.hpp"

#include <cstdint>

constexpr int work_group = 256;

/// How many work-groups scan `count` values.
constexpr int groups(int count) { return (count + work_group - 1) / work_group; }

struct Problem {
  explicit Problem(bool small) : count(1 << (small ? 18 : 26)), in(count) {
    for (int i = 0; i < count; i++)
      in[i] = std::uint32_t(bench::random_bits(i) & 15);
  }

  // Read and written once by the scan, read and written once more when totals are added.
  bench::Row row() const { return {"scan", bench::Unit::bytes, 16.0 * count}; }

  /// The lengths of the result, of its totals, of their totals, and so on to a single one.
  bench::Values<int> levels() const {
    bench::Values<int> counts{count};
    while (counts.back() > 1)
      counts.push_back(groups(counts.back()));
    return counts;
  }

  std::string check(const bench::Values<std::uint32_t> &out) const {
    std::uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
      sum += in[i];
      if (out[i] != sum)
        return bench::wrong_element(i, out[i], sum);
    }
    return "";
  }

  int count;
  bench::Values<std::uint32_t> in;
};

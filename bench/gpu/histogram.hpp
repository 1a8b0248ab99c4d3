// How often each value of a byte occurs. Work-groups count with atomics in local memory and add what they counted to
// the result with atomics.
#pragma once

#include "harness.hpp"

#include <cstdint>

constexpr int bins = 256;
constexpr int work_group = 256;
constexpr int per_item = 64; ///< bytes that a work-item counts

struct Problem {
  explicit Problem(bool small) : count(1 << (small ? 18 : 28)), in(count) {
    for (int i = 0; i < count; i += 8)
      for (int byte = 0; byte < 8; byte++)
        in[i + byte] = std::uint8_t(bench::random_bits(i) >> (8 * byte));
  }

  bench::Row row() const { return {"histogram", bench::Unit::bytes, double(count)}; }

  std::string check(const bench::Values<std::uint32_t> &counts) const {
    bench::Values<std::uint32_t> expected(bins);
    for (std::uint8_t value : in)
      expected[value]++;
    return bench::agrees(counts, expected, 0);
  }

  int count; ///< a multiple of a work-group's bytes
  bench::Values<std::uint8_t> in;
};

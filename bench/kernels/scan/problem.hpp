// Inclusive prefix sums. Each work-group scans its part in local memory and leaves the part's
// total; the totals are scanned in the same way and added to what comes after them.
#pragma once

#include "../harness.hpp"

#include <cstdint>
#include <vector>

namespace scan {

constexpr std::size_t work_group = 256;

/// How many work-groups scan `count` values.
constexpr std::size_t groups(std::size_t count) { return (count + work_group - 1) / work_group; }

/// The lengths of the result, of its totals, of their totals, and so on to a single one.
inline std::vector<std::size_t> levels_of(std::size_t count) {
  std::vector<std::size_t> counts{count};
  while (counts.back() > 1)
    counts.push_back(groups(counts.back()));
  return counts;
}

struct Problem {
  static constexpr const char *name = "scan";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(in.size()) * sizeof(std::uint32_t); }
  double flops() const { return 0; }

  bench::Values<std::uint32_t> in;
};

bench::Values<std::uint32_t> reference(const Problem &);
bench::Contender<std::uint32_t> with_sycl(const Problem &);
bench::Contender<std::uint32_t> with_openmp(const Problem &);
bench::Contender<std::uint32_t> with_opencl(const Problem &);

} // namespace scan

// The sum of an array by a tree in local memory: each pass leaves one sum per work-group, until
// there is only one.
#pragma once

#include "../harness.hpp"

#include <vector>

namespace reduction {

constexpr std::size_t work_group = 256;
constexpr std::size_t per_item = 4; ///< values that a work-item adds before the tree

/// How many work-groups a pass over `count` values has.
constexpr std::size_t groups(std::size_t count) {
  const std::size_t per_group = work_group * per_item;
  return (count + per_group - 1) / per_group;
}

/// How many values each pass adds, from the first to the one that leaves a single sum.
inline std::vector<std::size_t> passes(std::size_t count) {
  std::vector<std::size_t> counts{count};
  while (groups(counts.back()) > 1)
    counts.push_back(groups(counts.back()));
  return counts;
}

struct Problem {
  static constexpr const char *name = "reduction";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return double(in.size()) * sizeof(float); }
  double flops() const { return double(in.size()); }

  bench::Values<float> in;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace reduction

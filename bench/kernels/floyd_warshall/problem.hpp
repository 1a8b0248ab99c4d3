// Shortest ways between all nodes of a graph: a launch for each node that ways may lead through, in groups of 16 x 16.
#pragma once

#include "../harness.hpp"

namespace floyd_warshall {

constexpr std::size_t tile = 16;

struct Problem {
  static constexpr const char *name = "floyd_warshall";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(ways.size()) * sizeof(std::int32_t); }
  double flops() const { return 0; }

  int nodes;
  bench::Values<std::int32_t> ways;
};

bench::Values<std::int32_t> reference(const Problem &);
bench::Contender<std::int32_t> with_sycl(const Problem &);
bench::Contender<std::int32_t> with_openmp(const Problem &);
bench::Contender<std::int32_t> with_opencl(const Problem &);

} // namespace floyd_warshall

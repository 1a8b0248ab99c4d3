// The error of many straight lines through the same points: each work-item has a line, and a loop over the
// points. There are a few more work-items than lines, as there are in programs that round up to whole
// work-groups; those do nothing.
#pragma once

#include "../harness.hpp"

namespace guarded_loop {

constexpr std::size_t group = 256;

struct Problem {
  static constexpr const char *name = "guarded_loop";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 3.0 * lines * sizeof(float); }
  double flops() const { return 5.0 * lines * points; }

  int lines, points;
  bench::Values<float> slope, start, x, y;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace guarded_loop

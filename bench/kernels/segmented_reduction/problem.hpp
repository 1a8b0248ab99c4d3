// The sum of each segment of an array, by halves in local memory: the size of work-groups is only known when they run.
#pragma once

#include "../harness.hpp"

namespace segmented_reduction {


struct Problem {
  static constexpr const char *name = "segmented_reduction";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return double(in.size()) * sizeof(float); }
  double flops() const { return double(in.size()); }

  std::size_t segment; ///< values of a segment, and work-items of a work-group
  bench::Values<float> in;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace segmented_reduction

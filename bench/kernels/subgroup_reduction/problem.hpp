// A matrix times a vector: each sub-group adds up rows of the matrix; its work-items share a row.
#pragma once

#include "../harness.hpp"

namespace subgroup_reduction {

constexpr std::size_t columns = 128;
constexpr std::size_t work_group = 128;
constexpr std::size_t rows_per_group = 32;
constexpr std::size_t opencl_lanes = 16; ///< the sub-group size where there are no sub-groups

struct Problem {
  static constexpr const char *name = "subgroup_reduction";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return double(matrix.size()) * sizeof(float); }
  double flops() const { return 2.0 * double(matrix.size()); }

  std::size_t rows;
  bench::Values<float> matrix; ///< row by row
  bench::Values<float> vector;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace subgroup_reduction

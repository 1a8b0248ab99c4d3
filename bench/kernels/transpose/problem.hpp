// Transposition of a matrix, in square work-groups: they make the strided side use its cache lines.
#pragma once

#include "../harness.hpp"

namespace transpose {

constexpr std::size_t tile = 16;

struct Problem {
  static constexpr const char *name = "transpose";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(in.size()) * sizeof(float); }
  double flops() const { return 0; }

  std::size_t rows, columns;
  bench::Values<float> in; ///< row by row
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace transpose

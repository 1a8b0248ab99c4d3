// Heat in a plate, several steps, over a flat index space: each work-item divides its index into row and column, and
// leaves out the edge, as many mini-apps do.
#pragma once

#include "../harness.hpp"

namespace flat_heat {

constexpr std::size_t steps = 8;

struct Problem {
  static constexpr const char *name = "flat_heat";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * steps * double(width) * double(height) * sizeof(float); }
  double flops() const { return 6.0 * steps * double(width) * double(height); }

  std::size_t width, height;
  bench::Values<float> start;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace flat_heat

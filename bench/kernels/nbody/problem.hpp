// Gravity of all bodies on all bodies: one work-item per body, which loops over the others.
#pragma once

#include "../harness.hpp"

namespace nbody {

/// Added to squared distances, so that close bodies do not fly away.
constexpr float softening = 1e-3f;

struct Problem {
  static constexpr const char *name = "nbody";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 7.0 * double(count) * sizeof(float); }
  double flops() const { return 20.0 * double(count) * double(count); }

  std::size_t count;
  bench::Values<float> x, y, z, mass;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace nbody

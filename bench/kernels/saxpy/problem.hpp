// Saxpy: z = a x + y. Into a third array, so that every run gives the same.
#pragma once

#include "../harness.hpp"

namespace saxpy {

struct Problem {
  static constexpr const char *name = "saxpy";
  static constexpr double tolerance = 1e-6;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 3.0 * double(count) * sizeof(float); }
  double flops() const { return 2.0 * double(count); }

  std::size_t count;
  float a = 2.5f;
  bench::Values<float> x, y;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace saxpy

// Values of a polynomial at those places that are marked as inside: whether a work-item runs the loop over
// the coefficients depends on data, and how many there are is known at run time only.
#pragma once

#include "../harness.hpp"

namespace data_guard {

struct Problem {
  static constexpr const char *name = "data_guard";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(place.size()) * sizeof(float); }
  double flops() const { return double(place.size()) * degree; }

  int degree;
  bench::Values<float> place, coefficient;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace data_guard

// Jacobi's method for Laplace's equation in a cube: every inner point becomes the mean of its six
// neighbours, several times. The points on the faces are fixed.
#pragma once

#include "../harness.hpp"

namespace jacobi {

constexpr std::size_t sweeps = 4;

struct Problem {
  static constexpr const char *name = "jacobi";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * sweeps * double(start.size()) * sizeof(float); }
  double flops() const { return 6.0 * sweeps * double(inner) * double(inner) * double(inner); }

  std::size_t inner; ///< points in each direction between the faces
  bench::Values<float> start;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace jacobi

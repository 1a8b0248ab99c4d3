// Sums over neighbours in one dimension, read from local memory: the first work-items of a group also load what lies
// outside of it.
#pragma once

#include "../harness.hpp"

namespace stencil_halo {

constexpr int group = 256;
constexpr int radius = 3;

struct Problem {
  static constexpr const char *name = "stencil_halo";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * count * sizeof(std::int32_t); }
  double flops() const { return 0; }

  int count;
  bench::Values<std::int32_t> in; ///< with `radius` more on both sides
};

bench::Values<std::int32_t> reference(const Problem &);
bench::Contender<std::int32_t> with_sycl(const Problem &);
bench::Contender<std::int32_t> with_openmp(const Problem &);
bench::Contender<std::int32_t> with_opencl(const Problem &);

} // namespace stencil_halo

// One step of a conjugate gradient solver on a grid with a border: a stencil over the inner elements and the sum of
// its products, over a flat index that is divided into row and column. Many mini-apps write their loops so.
#pragma once

#include "../harness.hpp"

namespace flat_reduction {

constexpr int border = 2;

struct Problem {
  static constexpr const char *name = "flat_reduction";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(in.size()) * sizeof(float); }
  double flops() const { return 8.0 * double(in.size()); }

  int width, height;
  bench::Values<float> in;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace flat_reduction

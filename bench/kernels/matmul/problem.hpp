// Matrix multiplication without blocking: C = A B, one work-item per element of C.
#pragma once

#include "../harness.hpp"

namespace matmul {

struct Problem {
  static constexpr const char *name = "matmul";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 3.0 * double(a.size()) * sizeof(float); }
  double flops() const { return 2.0 * double(order) * double(order) * double(order); }

  std::size_t order;
  bench::Values<float> a, b; ///< row by row
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace matmul

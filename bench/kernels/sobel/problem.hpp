// Sobel's edge filter: the length of the gradient, 0 on the edge of the image, where there is none.
#pragma once

#include "../harness.hpp"

namespace sobel {

struct Problem {
  static constexpr const char *name = "sobel";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(width) * double(height) * sizeof(float); }
  double flops() const { return 17.0 * double(width) * double(height); }

  std::size_t width, height;
  bench::Values<float> image; ///< row by row
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace sobel

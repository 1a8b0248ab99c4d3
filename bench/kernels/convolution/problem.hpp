// 2-D convolution of an image with a 7 x 7 filter. The image has a margin, so that no pixel is
// special.
#pragma once

#include "../harness.hpp"

namespace convolution {

constexpr std::size_t radius = 3, diameter = 2 * radius + 1;

struct Problem {
  static constexpr const char *name = "convolution";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 2.0 * double(width) * double(height) * sizeof(float); }
  double flops() const { return 2.0 * double(width) * double(height) * double(filter.size()); }

  std::size_t width, height;
  bench::Values<float> image;  ///< (height + 2 radius) rows of (width + 2 radius) pixels
  bench::Values<float> filter; ///< diameter rows of diameter weights
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace convolution

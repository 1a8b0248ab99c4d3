// A rotated and scaled copy of an image of four float channels, with bilinear filtering and its edge repeated
// outside: what a sampled_image reads, beside the same written by hand.
#pragma once

#include "../harness.hpp"

namespace bilinear {

// Where in the image the element (x, y) of the copy comes from.
struct Turn {
  float xx, xy, x0, yx, yy, y0;
};

struct Problem {
  static constexpr const char *name = "bilinear";
  // Coordinates near 1000 have errors of 1e-4 elements, which fused additions change.
  static constexpr double tolerance = 1e-3;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return (2.0 * double(image.size())) * sizeof(float); }
  double flops() const { return 32.0 * double(width) * double(height); }

  std::size_t width, height;
  Turn turn;
  bench::Values<float> image; ///< row by row, four channels after each other
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace bilinear

// Matrix multiplication in tiles: a work-group computes a tile of C = A B and keeps the tiles of A
// and B that it needs in local memory.
#pragma once

#include "../harness.hpp"

namespace matmul_tiled {

constexpr std::size_t tile = 16;

struct Problem {
  static constexpr const char *name = "matmul_tiled";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 3.0 * double(a.size()) * sizeof(float); }
  double flops() const { return 2.0 * double(order) * double(order) * double(order); }

  std::size_t order; ///< a multiple of the tile
  bench::Values<float> a, b; ///< row by row
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace matmul_tiled

// Energies of many poses of a small molecule beside a large one: each work-item has several poses and keeps
// their transformations, positions and energies in private arrays, so that it reads each atom of the large
// molecule once for all of them. This is the shape of docking programs.
#pragma once

#include "../harness.hpp"

namespace private_arrays {

constexpr int poses_per_item = 8;

/// An atom of either molecule.
struct Atom {
  float x, y, z, radius;
};

/// How a pose lies: three angles and a shift.
constexpr int degrees = 6;

struct Problem {
  static constexpr const char *name = "private_arrays";
  static constexpr double tolerance = 1e-3;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 7.0 * items * poses_per_item * sizeof(float); }
  double flops() const { return 13.0 * items * poses_per_item * small * large; }

  int items, small, large;
  /// Four numbers for each atom.
  bench::Values<float> small_atoms, large_atoms;
  /// `degrees` rows of all poses.
  bench::Values<float> places;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace private_arrays

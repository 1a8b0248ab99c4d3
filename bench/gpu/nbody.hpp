// Gravity of all bodies on all bodies. In single precision every work-item loops over the bodies in global memory; in
// double precision a work-group stages them in local memory.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;
constexpr double softening = 1e-3; ///< Added to squared distances, so that close bodies do not fly away.

template <typename Real> struct Problem {
  Problem(bool small, int full_count)
      : count(small ? 1024 : full_count), x(bench::random_values(count, Real(-1), Real(1), 1)),
        y(bench::random_values(count, Real(-1), Real(1), 2)),
        z(bench::random_values(count, Real(-1), Real(1), 3)),
        mass(bench::random_values(count, Real(0.1), Real(1), 4)) {}

  bench::Row row() const {
    // A pair counts as 20 operations, as is the custom.
    const double operations = 20.0 * count * count;
    return sizeof(Real) == 4 ? bench::Row{"nbody", bench::Unit::flops32, operations}
                             : bench::Row{"nbody_double", bench::Unit::flops64, operations};
  }

  /// `pull` has all x, then all y, then all z.
  std::string check(const bench::Values<Real> &pull) const {
    const double scale = count; // pulls are of the order of the masses
    bench::Values<double> found(pull.begin(), pull.end());
    for (double &value : found)
      value /= scale;
    return bench::agrees(found, sizeof(Real) == 4 ? 1e-4 : 1e-10, 100, [&](std::size_t n) {
      const std::size_t i = n % count;
      const auto &along = n / count == 0 ? x : n / count == 1 ? y : z;
      double sum = 0;
      for (int j = 0; j < count; j++) {
        const double dx = double(x[j]) - x[i], dy = double(y[j]) - y[i], dz = double(z[j]) - z[i];
        const double inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
        sum += mass[j] * inverse * inverse * inverse * (double(along[j]) - along[i]);
      }
      return sum / scale;
    });
  }

  int count; ///< a multiple of the work-group
  bench::Values<Real> x, y, z, mass;
};

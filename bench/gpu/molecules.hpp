// Forces of a Lennard-Jones potential between molecules in neighbouring cells of a cell list. The force of a molecule
// grows in global memory, in the innermost loop: that is how much code in the field is written.
#pragma once

#include "harness.hpp"

constexpr int per_cell = 32;
constexpr float cutoff2 = 1.0f;    ///< Square of the distance from which on there is no force; cells are 1 wide.
constexpr float core2 = 0.04f;     ///< Distances are at least its root, so that forces stay moderate.
constexpr float epsilon = 1e-4f, sigma2 = 0.04f;

struct Problem {
  explicit Problem(bool small) : side(small ? 4 : 20), count(side * side * side * per_cell) {
    x = bench::random_values(count, 0.0f, 1.0f, 1);
    y = bench::random_values(count, 0.0f, 1.0f, 2);
    z = bench::random_values(count, 0.0f, 1.0f, 3);
    for (int i = 0; i < count; i++) {
      const int cell = i / per_cell;
      x[i] += float(cell % side);
      y[i] += float(cell / side % side);
      z[i] += float(cell / side / side);
    }
  }

  bench::Row row() const {
    return {"molecules", bench::Unit::items, 27.0 * per_cell * count};
  }

  /// `force` has all x, then all y, then all z.
  std::string check(const bench::Values<float> &force) const {
    return bench::agrees(force, 1e-4, 3000, [&](std::size_t n) {
      const int i = int(n % count);
      const auto &along = int(n / count) == 0 ? x : int(n / count) == 1 ? y : z;
      double sum = 0;
      each_neighbour(i, [&](int j) {
        const double dx = double(x[i]) - x[j], dy = double(y[i]) - y[j], dz = double(z[i]) - z[j];
        const double r2 = std::max(dx * dx + dy * dy + dz * dz, double(core2));
        if (r2 >= double(cutoff2))
          return;
        const double s2 = sigma2 / r2, s6 = s2 * s2 * s2;
        sum += epsilon * s6 * (2 * s6 - 1) / r2 * (double(along[i]) - along[j]);
      });
      return sum;
    });
  }

  int side; ///< cells in each direction
  int count;
  bench::Values<float> x, y, z; ///< the molecules of a cell are neighbours

private:
  template <typename Action> void each_neighbour(int i, Action action) const {
    const int cell = i / per_cell;
    const int cx = cell % side, cy = cell / side % side, cz = cell / side / side;
    for (int nz = std::max(cz - 1, 0); nz <= std::min(cz + 1, side - 1); nz++)
      for (int ny = std::max(cy - 1, 0); ny <= std::min(cy + 1, side - 1); ny++)
        for (int nx = std::max(cx - 1, 0); nx <= std::min(cx + 1, side - 1); nx++)
          for (int k = 0; k < per_cell; k++)
            if (const int j = ((nz * side + ny) * side + nx) * per_cell + k; j != i)
              action(j);
  }
};

// Stencils in double precision: 5 points in the plane, 7 and 27 points in space. The grids have a margin of one point
// that nobody writes.
#pragma once

#include "harness.hpp"

constexpr double centre_weight = 0.5;
constexpr double face_weight = 0.05, edge_weight = 0.02, corner_weight = 0.01;

/// The weight of a neighbour in as many directions: of itself, over a face, an edge or a corner.
constexpr double weight(int directions) {
  return directions == 0   ? centre_weight
         : directions == 1 ? face_weight
         : directions == 2 ? edge_weight
                           : corner_weight;
}

struct Problem {
  /// `points` of the stencil; `inner` points in each of `dimensions` between the margins.
  Problem(const char *name, int points, int dimensions, int inner)
      : name(name), points(points), inner(inner), width(inner + 2),
        depth(dimensions == 3 ? inner : 1), in(bench::random_values(size(), -1.0, 1.0)) {}

  bench::Row row() const { return {name, bench::Unit::bytes, 16.0 * depth * inner * inner}; }

  /// The points of the grid; a plane has no planes above and below it.
  std::size_t size() const { return std::size_t(depth == 1 ? 1 : width) * width * width; }

  std::string check(const bench::Values<double> &out) const {
    return bench::agrees(out, 1e-12, 20000, [&](std::size_t i) {
      const int x = int(i % width), y = int(i / width % width), z = int(i / width / width);
      const auto margin = [&](int at) { return at == 0 || at == inner + 1; };
      if (margin(x) || margin(y) || (depth > 1 && margin(z)))
        return in[i];
      const int most = points == 27 ? 3 : 1; // directions
      double sum = 0;
      for (int dz = depth > 1 ? -1 : 0; dz <= (depth > 1 ? 1 : 0); dz++)
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (const int directions = dx * dx + dy * dy + dz * dz; directions <= most)
              sum += weight(directions) * in[i + (std::ptrdiff_t(dz) * width + dy) * width + dx];
      return sum;
    });
  }

  const char *name;
  int points;
  int inner; ///< points in each direction between the margins
  int width; ///< points in each direction
  int depth; ///< planes between the margins
  bench::Values<double> in;
};

#include "problem.hpp"

#include <cmath>

namespace private_arrays {

Problem::Problem(bench::Scale scale)
    : items(scale == bench::Scale::full ? 2048 : 100), small(scale == bench::Scale::full ? 16 : 4),
      large(scale == bench::Scale::full ? 256 : 32),
      small_atoms(bench::random_values(std::size_t(small) * 4, 0.5f, 1.0f, 1)),
      large_atoms(bench::random_values(std::size_t(large) * 4, 1.0f, 2.0f, 2)),
      places(bench::random_values(std::size_t(items) * poses_per_item * degrees, -3.0f, 3.0f, 3)) {}

std::string Problem::size() const {
  return bench::text(std::size_t(items) * poses_per_item) + " poses, " + bench::text(small) +
         " x " + bench::text(large) + " atoms";
}

bench::Values<float> reference(const Problem &problem) {
  const std::size_t poses = std::size_t(problem.items) * poses_per_item;
  bench::Values<float> energies(poses);
  for (std::size_t pose = 0; pose < poses; pose++) {
    const auto place = [&](int degree) { return double(problem.places[degree * poses + pose]); };
    const double sx = std::sin(place(0)), cx = std::cos(place(0)), sy = std::sin(place(1)),
                 cy = std::cos(place(1)), sz = std::sin(place(2)), cz = std::cos(place(2));
    const double t[3][4] = {{cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, place(3)},
                            {cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, place(4)},
                            {-sy, sx * cy, cx * cy, place(5)}};
    double energy = 0;
    for (int s = 0; s < problem.small; s++) {
      const float *atom = &problem.small_atoms[std::size_t(s) * 4];
      double at[3];
      for (int c = 0; c < 3; c++)
        at[c] = t[c][0] * atom[0] + t[c][1] * atom[1] + t[c][2] * atom[2] + t[c][3];
      for (int l = 0; l < problem.large; l++) {
        const float *other = &problem.large_atoms[std::size_t(l) * 4];
        const double x = at[0] - other[0], y = at[1] - other[1], z = at[2] - other[2];
        const double distance = std::sqrt(x * x + y * y + z * z);
        const double overlap = atom[3] + other[3] - distance;
        energy += overlap > 0 ? overlap * 2 : overlap * 0.125;
      }
    }
    energies[pose] = float(energy);
  }
  return energies;
}

} // namespace private_arrays

int main(int argc, char **argv) { return bench::main<private_arrays::Problem>(argc, argv); }

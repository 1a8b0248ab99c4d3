#include "problem.hpp"

namespace nbody {

Problem::Problem(bench::Scale scale)
    : count(scale == bench::Scale::full ? 8192 : 1024),
      x(bench::random_values(count, -1.0f, 1.0f, 1)),
      y(bench::random_values(count, -1.0f, 1.0f, 2)),
      z(bench::random_values(count, -1.0f, 1.0f, 3)),
      mass(bench::random_values(count, 0.1f, 1.0f, 4)) {}

std::string Problem::size() const { return bench::text(count) + " bodies"; }

bench::Values<float> reference(const Problem &problem) {
  const auto &[count, x, y, z, mass] = problem;
  bench::Values<float> pull(3 * count);
  for (std::size_t i = 0; i < count; i++) {
    double sum_x = 0, sum_y = 0, sum_z = 0;
    for (std::size_t j = 0; j < count; j++) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      const float factor = mass[j] * inverse * inverse * inverse;
      sum_x += factor * dx;
      sum_y += factor * dy;
      sum_z += factor * dz;
    }
    pull[i] = float(sum_x);
    pull[count + i] = float(sum_y);
    pull[2 * count + i] = float(sum_z);
  }
  return pull;
}

} // namespace nbody

int main(int argc, char **argv) { return bench::main<nbody::Problem>(argc, argv); }

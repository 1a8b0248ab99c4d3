#include "problem.hpp"

namespace nbody {

namespace {

void attract(const float *x, const float *y, const float *z, const float *mass, float *pull,
             std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; i++) {
    float sum_x = 0, sum_y = 0, sum_z = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z)
    for (std::size_t j = 0; j < count; j++) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
      const float factor = mass[j] * inverse * inverse * inverse;
      sum_x += factor * dx;
      sum_y += factor * dy;
      sum_z += factor * dz;
    }
    pull[i] = sum_x;
    pull[count + i] = sum_y;
    pull[2 * count + i] = sum_z;
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto pull = std::make_shared<bench::Values<float>>(3 * problem.count);
  const auto run = [=, &problem] {
    attract(problem.x.data(), problem.y.data(), problem.z.data(), problem.mass.data(),
            pull->data(), problem.count);
  };
  return {run, [=] { return *pull; }};
}

} // namespace nbody

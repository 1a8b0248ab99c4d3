#include "problem.hpp"

#include <cmath>

namespace private_arrays {

namespace {

/// One pose at a time: nothing is gained from several where the loop over poses is the vector.
void energies(const Atom *small, const Atom *large, const float *places, float *out, int poses,
              int small_count, int large_count) {
#pragma omp parallel for simd
  for (int i = 0; i < poses; i++) {
    const float sx = std::sin(places[i]), cx = std::cos(places[i]);
    const float sy = std::sin(places[poses + i]), cy = std::cos(places[poses + i]);
    const float sz = std::sin(places[2 * poses + i]), cz = std::cos(places[2 * poses + i]);
    const float t00 = cy * cz, t01 = sx * sy * cz - cx * sz, t02 = cx * sy * cz + sx * sz;
    const float t10 = cy * sz, t11 = sx * sy * sz + cx * cz, t12 = cx * sy * sz - sx * cz;
    const float t20 = -sy, t21 = sx * cy, t22 = cx * cy;
    const float t03 = places[3 * poses + i], t13 = places[4 * poses + i], t23 = places[5 * poses + i];
    float energy = 0;
    for (int s = 0; s < small_count; s++) {
      const Atom atom = small[s];
      const float ax = t00 * atom.x + t01 * atom.y + t02 * atom.z + t03;
      const float ay = t10 * atom.x + t11 * atom.y + t12 * atom.z + t13;
      const float az = t20 * atom.x + t21 * atom.y + t22 * atom.z + t23;
      for (int l = 0; l < large_count; l++) {
        const Atom other = large[l];
        const float x = ax - other.x, y = ay - other.y, z = az - other.z;
        const float overlap = atom.radius + other.radius - std::sqrt(x * x + y * y + z * z);
        energy += overlap > 0 ? overlap * 2 : overlap * 0.125f;
      }
    }
    out[i] = energy;
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const int poses = problem.items * poses_per_item;
  const auto out = std::make_shared<bench::Values<float>>(std::size_t(poses));
  return {[=, &problem] {
            energies(reinterpret_cast<const Atom *>(problem.small_atoms.data()),
                     reinterpret_cast<const Atom *>(problem.large_atoms.data()),
                     problem.places.data(), out->data(), poses, problem.small, problem.large);
          },
          [out] { return *out; }};
}

} // namespace private_arrays

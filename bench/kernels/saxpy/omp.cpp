#include "problem.hpp"

namespace saxpy {

namespace {

void saxpy(float a, const float *x, const float *y, float *z, std::size_t count) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < count; i++)
    z[i] = a * x[i] + y[i];
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto z = std::make_shared<bench::Values<float>>(problem.count);
  return {[&problem, z] {
            saxpy(problem.a, problem.x.data(), problem.y.data(), z->data(), problem.count);
          },
          [z] { return *z; }};
}

} // namespace saxpy

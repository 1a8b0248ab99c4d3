#include "problem.hpp"

namespace subgroup_reduction {

namespace {

void multiply(const float *matrix, const float *vector, float *out, std::size_t rows) {
#pragma omp parallel for
  for (std::size_t row = 0; row < rows; row++) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < columns; i++)
      sum += matrix[row * columns + i] * vector[i];
    out[row] = sum;
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto out = std::make_shared<bench::Values<float>>(problem.rows);
  const auto run = [=, &problem] {
    multiply(problem.matrix.data(), problem.vector.data(), out->data(), problem.rows);
  };
  return {run, [=] { return *out; }};
}

} // namespace subgroup_reduction

#include "problem.hpp"

namespace matmul {

namespace {

// The loop over columns is innermost: it is the one that runs along memory.
void multiply(const float *a, const float *b, float *c, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++) {
    float *row = c + i * n;
    std::fill(row, row + n, 0.0f);
    for (std::size_t k = 0; k < n; k++) {
      const float factor = a[i * n + k];
#pragma omp simd
      for (std::size_t j = 0; j < n; j++)
        row[j] += factor * b[k * n + j];
    }
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const std::size_t n = problem.order;
  const auto c = std::make_shared<bench::Values<float>>(n * n);
  return {[=, &problem] { multiply(problem.a.data(), problem.b.data(), c->data(), n); },
          [=] { return *c; }};
}

} // namespace matmul

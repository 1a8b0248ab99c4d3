#include "problem.hpp"

namespace matmul_tiled {

namespace {

// One tile of C. The caches hold the tiles of A and B by themselves.
void multiply_tile(const float *a, const float *b, float *c, std::size_t n) {
  float sum[tile][tile] = {};
  for (std::size_t k = 0; k < n; k++)
    for (std::size_t i = 0; i < tile; i++) {
      const float factor = a[i * n + k];
#pragma omp simd
      for (std::size_t j = 0; j < tile; j++)
        sum[i][j] += factor * b[k * n + j];
    }
  for (std::size_t i = 0; i < tile; i++)
    std::copy(sum[i], sum[i] + tile, c + i * n);
}

void multiply(const float *a, const float *b, float *c, std::size_t n) {
#pragma omp parallel for collapse(2)
  for (std::size_t i = 0; i < n; i += tile)
    for (std::size_t j = 0; j < n; j += tile)
      multiply_tile(a + i * n, b + j, c + i * n + j, n);
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const std::size_t n = problem.order;
  const auto c = std::make_shared<bench::Values<float>>(n * n);
  return {[=, &problem] { multiply(problem.a.data(), problem.b.data(), c->data(), n); },
          [=] { return *c; }};
}

} // namespace matmul_tiled

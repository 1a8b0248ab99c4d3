#include "problem.hpp"

namespace flat_reduction {

namespace {

float products(const float *in, float *w, int width, int height) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int y = border; y < height - border; y++)
#pragma omp simd reduction(+ : sum)
    for (int x = border; x < width - border; x++) {
      const int i = y * width + x;
      w[i] = 5 * in[i] - in[i + 1] - in[i - 1] - in[i + width] - in[i - width];
      sum += w[i] * in[i];
    }
  return sum;
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto sum = std::make_shared<bench::Values<float>>(1);
  const auto w = std::make_shared<bench::Values<float>>(problem.in.size());
  return {[=, &problem] {
            sum->front() = products(problem.in.data(), w->data(), problem.width, problem.height);
          },
          [sum] { return *sum; }};
}

} // namespace flat_reduction

#include "problem.hpp"

namespace segmented_reduction {

namespace {

void sum_segments(const float *in, float *sums, std::size_t count, std::size_t segment) {
#pragma omp parallel for
  for (std::size_t s = 0; s < count / segment; s++) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < segment; i++)
      sum += in[s * segment + i];
    sums[s] = sum;
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto sums = std::make_shared<bench::Values<float>>(problem.in.size() / problem.segment);
  return {[&problem, sums] {
            sum_segments(problem.in.data(), sums->data(), problem.in.size(), problem.segment);
          },
          [sums] { return *sums; }};
}

} // namespace segmented_reduction

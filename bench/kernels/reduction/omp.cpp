#include "problem.hpp"

namespace reduction {

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto result = std::make_shared<bench::Values<float>>(1);
  const auto run = [=, &problem] {
    const float *in = problem.in.data();
    const std::size_t count = problem.in.size();
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (std::size_t i = 0; i < count; i++)
      sum += in[i];
    result->front() = sum;
  };
  return {run, [=] { return *result; }};
}

} // namespace reduction

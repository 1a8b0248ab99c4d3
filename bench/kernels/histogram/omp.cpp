#include "problem.hpp"

namespace histogram {

namespace {

using Count = std::uint32_t;

// Each thread counts for itself; OpenMP adds what they counted.
void count_values(const std::uint8_t *in, Count *counts, std::size_t count) {
  std::fill(counts, counts + bins, 0);
#pragma omp parallel for reduction(+ : counts[ : bins])
  for (std::size_t i = 0; i < count; i++)
    counts[in[i]]++;
}

} // namespace

bench::Contender<Count> with_openmp(const Problem &problem) {
  const auto counts = std::make_shared<bench::Values<Count>>(bins);
  return {[=, &problem] { count_values(problem.in.data(), counts->data(), problem.in.size()); },
          [=] { return *counts; }};
}

} // namespace histogram

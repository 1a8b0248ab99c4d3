#include "problem.hpp"

namespace segmented_reduction {

Problem::Problem(bench::Scale scale)
    : segment(256), in(bench::random_values(
                        std::size_t{1} << (scale == bench::Scale::full ? 25 : 18), 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(in.size()) + " floats"; }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> sums(problem.in.size() / problem.segment);
  for (std::size_t s = 0; s < sums.size(); s++) {
    double sum = 0;
    for (std::size_t i = 0; i < problem.segment; i++)
      sum += problem.in[s * problem.segment + i];
    sums[s] = float(sum);
  }
  return sums;
}

} // namespace segmented_reduction

int main(int argc, char **argv) { return bench::main<segmented_reduction::Problem>(argc, argv); }

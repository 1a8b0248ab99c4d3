#include "problem.hpp"

namespace flat_reduction {

Problem::Problem(bench::Scale scale)
    : width(scale == bench::Scale::full ? 2003 : 103),
      height(scale == bench::Scale::full ? 2001 : 77),
      in(bench::random_values(std::size_t(width) * height, 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(width) + " x " + bench::text(height); }

bench::Values<float> reference(const Problem &problem) {
  double sum = 0;
  for (int y = border; y < problem.height - border; y++)
    for (int x = border; x < problem.width - border; x++) {
      const float *at = &problem.in[std::size_t(y) * problem.width + x];
      const double w = 5.0 * at[0] - at[1] - at[-1] - at[problem.width] - at[-problem.width];
      sum += w * at[0];
    }
  return {float(sum)};
}

} // namespace flat_reduction

int main(int argc, char **argv) { return bench::main<flat_reduction::Problem>(argc, argv); }

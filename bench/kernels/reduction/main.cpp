#include "problem.hpp"

namespace reduction {

Problem::Problem(bench::Scale scale)
    : in(bench::random_values(std::size_t{1} << (scale == bench::Scale::full ? 25 : 20), 0.0f,
                              1.0f)) {}

std::string Problem::size() const { return bench::text(in.size()) + " floats"; }

bench::Values<float> reference(const Problem &problem) {
  double sum = 0;
  for (float value : problem.in)
    sum += value;
  return {float(sum)};
}

} // namespace reduction

int main(int argc, char **argv) { return bench::main<reduction::Problem>(argc, argv); }

#include "problem.hpp"

namespace saxpy {

Problem::Problem(bench::Scale scale)
    : count(std::size_t{1} << (scale == bench::Scale::full ? 25 : 20)),
      x(bench::random_values(count, -1.0f, 1.0f)), y(bench::random_values(count, 0.0f, 2.0f)) {}

std::string Problem::size() const { return bench::text(count) + " floats"; }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> z(problem.count);
  for (std::size_t i = 0; i < problem.count; i++)
    z[i] = problem.a * problem.x[i] + problem.y[i];
  return z;
}

} // namespace saxpy

int main(int argc, char **argv) { return bench::main<saxpy::Problem>(argc, argv); }

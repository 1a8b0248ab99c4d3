#include "problem.hpp"

namespace subgroup_reduction {

Problem::Problem(bench::Scale scale)
    : rows(std::size_t{1} << (scale == bench::Scale::full ? 18 : 12)),
      matrix(bench::random_values(rows * columns, -1.0f, 1.0f)),
      vector(bench::random_values(columns, 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(rows) + " x " + bench::text(columns); }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> out;
  out.reserve(problem.rows);
  for (std::size_t row = 0; row < problem.rows; row++) {
    double sum = 0;
    for (std::size_t i = 0; i < columns; i++)
      sum += double(problem.matrix[row * columns + i]) * problem.vector[i];
    out.push_back(float(sum));
  }
  return out;
}

} // namespace subgroup_reduction

int main(int argc, char **argv) { return bench::main<subgroup_reduction::Problem>(argc, argv); }

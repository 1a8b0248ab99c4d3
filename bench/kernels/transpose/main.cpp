#include "problem.hpp"

namespace transpose {

Problem::Problem(bench::Scale scale)
    // No powers of two, which would put a whole column into a few sets of the cache.
    : rows(tile * (scale == bench::Scale::full ? 300 : 30)), columns(tile * 5 + rows),
      in(bench::random_values(rows * columns, -1.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(rows) + " x " + bench::text(columns); }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> out(problem.in.size());
  for (std::size_t i = 0; i < problem.rows; i++)
    for (std::size_t j = 0; j < problem.columns; j++)
      out[j * problem.rows + i] = problem.in[i * problem.columns + j];
  return out;
}

} // namespace transpose

int main(int argc, char **argv) { return bench::main<transpose::Problem>(argc, argv); }

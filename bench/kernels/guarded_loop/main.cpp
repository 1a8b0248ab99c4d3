#include "problem.hpp"

namespace guarded_loop {

Problem::Problem(bench::Scale scale)
    : lines(scale == bench::Scale::full ? 65433 : 1001),
      points(scale == bench::Scale::full ? 4000 : 100),
      slope(bench::random_values(lines, -1.0f, 1.0f)),
      start(bench::random_values(lines, -1.0f, 1.0f)),
      x(bench::random_values(points, 0.0f, 1.0f)), y(bench::random_values(points, 0.0f, 1.0f)) {}

std::string Problem::size() const {
  return bench::text(lines) + " lines, " + bench::text(points) + " points";
}

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> errors(problem.lines);
  for (int i = 0; i < problem.lines; i++) {
    double sum = 0;
    for (int k = 0; k < problem.points; k++) {
      const double e = double(problem.slope[i]) * problem.x[k] + problem.start[i] - problem.y[k];
      sum += e * e;
    }
    errors[i] = float(sum);
  }
  return errors;
}

} // namespace guarded_loop

int main(int argc, char **argv) { return bench::main<guarded_loop::Problem>(argc, argv); }

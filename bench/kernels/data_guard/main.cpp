#include "problem.hpp"

namespace data_guard {

Problem::Problem(bench::Scale scale)
    : degree(scale == bench::Scale::full ? 300 : 20),
      place(bench::random_values(scale == bench::Scale::full ? 500001 : 1001, -1.0f, 1.0f)),
      coefficient(bench::random_values(std::size_t(degree), -1.0f, 1.0f)) {}

std::string Problem::size() const {
  return bench::text(place.size()) + " places, degree " + bench::text(degree);
}

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> values(problem.place.size());
  for (std::size_t i = 0; i < values.size(); i++) {
    const double x = problem.place[i];
    double value = 0;
    if (x > 0)
      for (int k = 0; k < problem.degree; k++)
        value = value * x + problem.coefficient[k];
    values[i] = float(value);
  }
  return values;
}

} // namespace data_guard

int main(int argc, char **argv) { return bench::main<data_guard::Problem>(argc, argv); }

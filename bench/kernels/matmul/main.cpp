#include "problem.hpp"

namespace matmul {

Problem::Problem(bench::Scale scale)
    : order(scale == bench::Scale::full ? 1024 : 256),
      a(bench::random_values(order * order, -1.0f, 1.0f)),
      b(bench::random_values(order * order, 0.0f, 1.0f)) {}

std::string Problem::size() const { return bench::text(order) + " x " + bench::text(order); }

bench::Values<float> reference(const Problem &problem) {
  const std::size_t n = problem.order;
  bench::Values<float> c(n * n);
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t k = 0; k < n; k++)
      for (std::size_t j = 0; j < n; j++)
        c[i * n + j] += problem.a[i * n + k] * problem.b[k * n + j];
  return c;
}

} // namespace matmul

int main(int argc, char **argv) { return bench::main<matmul::Problem>(argc, argv); }

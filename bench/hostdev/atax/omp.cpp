#include "problem.hpp"

namespace atax {
namespace {

void multiply(const float *A, const float *x, float *product, float *y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < rows; i++) {
    product[i] = 0;
    for (std::size_t j = 0; j < columns; j++)
      product[i] += A[i * columns + j] * x[j];
  }
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    y[j] = 0;
    for (std::size_t i = 0; i < rows; i++)
      y[j] += A[i * columns + j] * product[i];
  }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), product(rows), y(columns) {}

  void prepare() {}
  void run() { multiply(problem.a.data(), problem.x.data(), product.data(), y.data()); }
  const Values<float> &result() const { return y; }

private:
  const Problem &problem;
  Values<float> product, y;
};

} // namespace
} // namespace atax

int main(int argc, char **argv) { return hostdev::main<atax::Problem, atax::Program>(argc, argv); }

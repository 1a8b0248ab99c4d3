#include "problem.hpp"

namespace gesummv {
namespace {

void multiply(const float *A, const float *B, const float *x, float *product, float *y, float alpha,
              float beta) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++) {
    product[i] = 0;
    y[i] = 0;
    for (std::size_t j = 0; j < n; j++) {
      product[i] += A[i * n + j] * x[j];
      y[i] += B[i * n + j] * x[j];
    }
    y[i] = alpha * product[i] + beta * y[i];
  }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), product(n), y(n) {}

  void prepare() {}
  void run() {
    multiply(problem.a.data(), problem.b.data(), problem.x.data(), product.data(), y.data(), 1.5f,
             0.75f);
  }
  const Values<float> &result() const { return y; }

private:
  const Problem &problem;
  Values<float> product, y;
};

} // namespace
} // namespace gesummv

int main(int argc, char **argv) {
  return hostdev::main<gesummv::Problem, gesummv::Program>(argc, argv);
}

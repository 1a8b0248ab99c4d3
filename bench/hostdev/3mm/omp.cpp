#include "problem.hpp"

namespace three_mm {
namespace {

void multiply(const float *A, const float *B, float *C, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++) {
      C[i * n + j] = 0;
      for (std::size_t k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
    }
}

class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), n(problem.n), e(n * n), f(n * n), g(n * n) {}

  void prepare() {}
  void run() {
    multiply(problem.a.data(), problem.b.data(), e.data(), n);
    multiply(problem.c.data(), problem.d.data(), f.data(), n);
    multiply(e.data(), f.data(), g.data(), n);
  }
  const Values<float> &result() const { return g; }

private:
  const Problem &problem;
  std::size_t n;
  Values<float> e, f, g;
};

} // namespace
} // namespace three_mm

int main(int argc, char **argv) {
  return hostdev::main<three_mm::Problem, three_mm::Program>(argc, argv);
}

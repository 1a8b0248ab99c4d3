#include "problem.hpp"

namespace syrk {
namespace {

void multiply(const float *A, float *C, float alpha, float beta) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      C[i * n + j] *= beta;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      for (std::size_t k = 0; k < m; k++)
        C[i * n + j] += alpha * A[i * m + k] * A[j * m + k];
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { c = problem.c; }
  void run() { multiply(problem.a.data(), c.data(), 1.5f, 0.75f); }
  const Values<float> &result() const { return c; }

private:
  const Problem &problem;
  Values<float> c;
};

} // namespace
} // namespace syrk

int main(int argc, char **argv) { return hostdev::main<syrk::Problem, syrk::Program>(argc, argv); }

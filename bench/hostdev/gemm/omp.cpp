#include "problem.hpp"

namespace gemm {
namespace {

void multiply(const float *A, const float *B, float *C, float alpha, float beta) {
#pragma omp parallel for
  for (std::size_t i = 0; i < rows; i++)
    for (std::size_t j = 0; j < columns; j++) {
      C[i * columns + j] *= beta;
      for (std::size_t k = 0; k < inner; k++)
        C[i * columns + j] += alpha * A[i * inner + k] * B[k * columns + j];
    }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { c = problem.c; }
  void run() { multiply(problem.a.data(), problem.b.data(), c.data(), 1.5f, 0.75f); }
  const Values<float> &result() const { return c; }

private:
  const Problem &problem;
  Values<float> c;
};

} // namespace
} // namespace gemm

int main(int argc, char **argv) { return hostdev::main<gemm::Problem, gemm::Program>(argc, argv); }

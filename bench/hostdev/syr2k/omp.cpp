#include "problem.hpp"

namespace syr2k {
namespace {

void multiply(const float *A, const float *B, float *C, std::size_t n, std::size_t m, float alpha,
              float beta) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++) {
      C[i * n + j] *= beta;
      for (std::size_t k = 0; k < m; k++) {
        C[i * n + j] += alpha * A[i * m + k] * B[j * m + k];
        C[i * n + j] += alpha * B[i * m + k] * A[j * m + k];
      }
    }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() { c = problem.c; }
  void run() {
    multiply(problem.a.data(), problem.b.data(), c.data(), problem.n, problem.m, problem.alpha,
             problem.beta);
  }
  const Values<float> &result() const { return c; }

private:
  const Problem &problem;
  Values<float> c;
};

} // namespace
} // namespace syr2k

int main(int argc, char **argv) {
  return hostdev::main<syr2k::Problem, syr2k::Program>(argc, argv);
}

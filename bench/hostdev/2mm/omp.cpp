#include "problem.hpp"

namespace two_mm {
namespace {

void multiply(const float *A, const float *B, const float *C, float *D, float *product, float alpha,
              float beta) {
#pragma omp parallel for
  for (std::size_t i = 0; i < ni; i++)
    for (std::size_t j = 0; j < nj; j++) {
      product[i * nj + j] = 0;
      for (std::size_t k = 0; k < nk; k++)
        product[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
    }
#pragma omp parallel for
  for (std::size_t i = 0; i < ni; i++)
    for (std::size_t j = 0; j < nl; j++) {
      D[i * nl + j] *= beta;
      for (std::size_t k = 0; k < nj; k++)
        D[i * nl + j] += product[i * nj + k] * C[k * nl + j];
    }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), product(ni * nj) {}

  void prepare() { d = problem.d; }
  void run() {
    multiply(problem.a.data(), problem.b.data(), problem.c.data(), d.data(), product.data(), 1.5f,
             0.75f);
  }
  const Values<float> &result() const { return d; }

private:
  const Problem &problem;
  Values<float> d, product;
};

} // namespace
} // namespace two_mm

int main(int argc, char **argv) {
  return hostdev::main<two_mm::Problem, two_mm::Program>(argc, argv);
}

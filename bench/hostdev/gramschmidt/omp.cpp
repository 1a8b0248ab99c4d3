#include "problem.hpp"

namespace gramschmidt {
namespace {

void decompose(float *A, float *R, float *Q, std::size_t rows, std::size_t columns) {
  for (std::size_t k = 0; k < columns; k++) {
    R[k * columns + k] = 0;
    for (std::size_t i = 0; i < rows; i++)
      R[k * columns + k] += A[i * columns + k] * A[i * columns + k];
    R[k * columns + k] = std::sqrt(R[k * columns + k]);
#pragma omp parallel for
    for (std::size_t i = 0; i < rows; i++)
      Q[i * columns + k] = A[i * columns + k] / R[k * columns + k];
#pragma omp parallel for
    for (std::size_t j = k + 1; j < columns; j++) {
      R[k * columns + j] = 0;
      for (std::size_t i = 0; i < rows; i++)
        R[k * columns + j] += Q[i * columns + k] * A[i * columns + j];
      for (std::size_t i = 0; i < rows; i++)
        A[i * columns + j] -= Q[i * columns + k] * R[k * columns + j];
    }
  }
}

class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), r(problem.columns * problem.columns), q(problem.rows * problem.columns) {}

  void prepare() { a = problem.a; }
  void run() { decompose(a.data(), r.data(), q.data(), problem.rows, problem.columns); }
  const Values<float> &result() const { return q; }

private:
  const Problem &problem;
  Values<float> a, r, q;
};

} // namespace
} // namespace gramschmidt

int main(int argc, char **argv) {
  return hostdev::main<gramschmidt::Problem, gramschmidt::Program>(argc, argv);
}

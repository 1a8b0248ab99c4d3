#include "problem.hpp"

namespace bicg {
namespace {

void multiply(const float *A, const float *r, const float *p, float *s, float *q, std::size_t rows,
              std::size_t columns) {
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    s[j] = 0;
    for (std::size_t i = 0; i < rows; i++)
      s[j] += A[i * columns + j] * r[i];
  }
#pragma omp parallel for
  for (std::size_t i = 0; i < rows; i++) {
    q[i] = 0;
    for (std::size_t j = 0; j < columns; j++)
      q[i] += A[i * columns + j] * p[j];
  }
}

class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), values(problem.columns + problem.rows) {}

  void prepare() {}
  void run() {
    multiply(problem.a.data(), problem.r.data(), problem.p.data(), values.data(),
             values.data() + problem.columns, problem.rows, problem.columns);
  }
  const Values<float> &result() const { return values; }

private:
  const Problem &problem;
  Values<float> values;
};

} // namespace
} // namespace bicg

int main(int argc, char **argv) { return hostdev::main<bicg::Problem, bicg::Program>(argc, argv); }

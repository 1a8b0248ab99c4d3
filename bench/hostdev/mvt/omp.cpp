#include "problem.hpp"

#include <algorithm>

namespace mvt {
namespace {

void multiply(const float *A, const float *y1, const float *y2, float *x1, float *x2,
              std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      x1[i] += A[i * n + j] * y1[j];
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j < n; j++)
      x2[i] += A[j * n + i] * y2[j];
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), values(2 * problem.n) {}

  void prepare() {
    std::copy(problem.x2.begin(), problem.x2.end(),
              std::copy(problem.x1.begin(), problem.x1.end(), values.begin()));
  }
  void run() {
    multiply(problem.a.data(), problem.y1.data(), problem.y2.data(), values.data(),
             values.data() + problem.n, problem.n);
  }
  const Values<float> &result() const { return values; }

private:
  const Problem &problem;
  Values<float> values;
};

} // namespace
} // namespace mvt

int main(int argc, char **argv) { return hostdev::main<mvt::Problem, mvt::Program>(argc, argv); }

#include "problem.hpp"

namespace conv2d {
namespace {

void convolve(const float *A, float *B, const float (*weights)[3]) {
#pragma omp parallel for
  for (std::size_t i = 1; i < rows - 1; i++)
    for (std::size_t j = 1; j < columns - 1; j++) {
      B[i * columns + j] = 0;
      for (std::size_t y = 0; y < 3; y++)
        for (std::size_t x = 0; x < 3; x++)
          B[i * columns + j] += weights[y][x] * A[(i + y - 1) * columns + (j + x - 1)];
    }
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), b(rows * columns) {}

  void prepare() {}
  void run() {
    const float weights[3][3] = {{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}};
    convolve(problem.a.data(), b.data(), weights);
  }
  const Values<float> &result() const { return b; }

private:
  const Problem &problem;
  Values<float> b;
};

} // namespace
} // namespace conv2d

int main(int argc, char **argv) {
  return hostdev::main<conv2d::Problem, conv2d::Program>(argc, argv);
}

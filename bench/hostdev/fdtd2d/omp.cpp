#include "problem.hpp"

namespace fdtd2d {
namespace {

void move_ey(float source, float *ey, const float *hz, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t i = 0; i < rows; i++)
    for (std::size_t j = 0; j < columns; j++) {
      if (i == 0)
        ey[i * columns + j] = source;
      else
        ey[i * columns + j] =
            ey[i * columns + j] - 0.5f * (hz[i * columns + j] - hz[(i - 1) * columns + j]);
    }
}

void move_ex(float *ex, const float *hz, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t i = 0; i < rows; i++)
    for (std::size_t j = 1; j < columns; j++)
      ex[i * columns + j] =
          ex[i * columns + j] - 0.5f * (hz[i * columns + j] - hz[i * columns + j - 1]);
}

void move_hz(const float *ex, const float *ey, float *hz, std::size_t rows, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t i = 0; i < rows - 1; i++)
    for (std::size_t j = 0; j < columns - 1; j++)
      hz[i * columns + j] -= 0.7f * (ex[i * columns + j + 1] - ex[i * columns + j] +
                                     ey[(i + 1) * columns + j] - ey[i * columns + j]);
}

class Program {
public:
  explicit Program(const Problem &problem) : problem(problem) {}

  void prepare() {
    ex = problem.ex;
    ey = problem.ey;
    hz = problem.hz;
  }
  void run() {
    const std::size_t rows = problem.rows, columns = problem.columns;
    for (float source : problem.source) {
      move_ey(source, ey.data(), hz.data(), rows, columns);
      move_ex(ex.data(), hz.data(), rows, columns);
      move_hz(ex.data(), ey.data(), hz.data(), rows, columns);
    }
  }
  const Values<float> &result() const { return hz; }

private:
  const Problem &problem;
  Values<float> ex, ey, hz;
};

} // namespace
} // namespace fdtd2d

int main(int argc, char **argv) {
  return hostdev::main<fdtd2d::Problem, fdtd2d::Program>(argc, argv);
}

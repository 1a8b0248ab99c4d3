#include "problem.hpp"

namespace covariance {
namespace {

void covary(float *data, float *mean, float *result, float count) {
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    mean[j] = 0;
    for (std::size_t i = 0; i < points; i++)
      mean[j] += data[i * columns + j];
    mean[j] /= count;
  }
#pragma omp parallel for
  for (std::size_t i = 0; i < points; i++)
    for (std::size_t j = 0; j < columns; j++)
      data[i * columns + j] -= mean[j];
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++)
    for (std::size_t k = j; k < columns; k++) {
      result[j * columns + k] = 0;
      for (std::size_t i = 0; i < points; i++)
        result[j * columns + k] += data[i * columns + j] * data[i * columns + k];
      result[j * columns + k] /= count - 1;
      result[k * columns + j] = result[j * columns + k];
    }
}

class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), mean(columns), values(columns * columns) {}

  void prepare() { data = problem.data; }
  void run() { covary(data.data(), mean.data(), values.data(), points); }
  const Values<float> &result() const { return values; }

private:
  const Problem &problem;
  Values<float> data, mean, values;
};

} // namespace
} // namespace covariance

int main(int argc, char **argv) {
  return hostdev::main<covariance::Problem, covariance::Program>(argc, argv);
}

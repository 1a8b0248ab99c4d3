#include "problem.hpp"

namespace correlation {
namespace {

void find_means(const float *data, float *mean, std::size_t points, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    mean[j] = 0;
    for (std::size_t i = 0; i < points; i++)
      mean[j] += data[i * columns + j];
    mean[j] /= float(points);
  }
}

void find_deviations(const float *data, const float *mean, float *deviation, std::size_t points,
                     std::size_t columns) {
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    deviation[j] = 0;
    for (std::size_t i = 0; i < points; i++)
      deviation[j] += (data[i * columns + j] - mean[j]) * (data[i * columns + j] - mean[j]);
    deviation[j] /= float(points);
    deviation[j] = std::sqrt(deviation[j]);
    deviation[j] = deviation[j] <= Problem::least_deviation ? 1.0f : deviation[j];
  }
}

void centre(float *data, const float *mean, const float *deviation, std::size_t points,
            std::size_t columns) {
#pragma omp parallel for
  for (std::size_t i = 0; i < points; i++)
    for (std::size_t j = 0; j < columns; j++) {
      data[i * columns + j] -= mean[j];
      data[i * columns + j] /= std::sqrt(float(points)) * deviation[j];
    }
}

void correlate(const float *data, float *result, std::size_t points, std::size_t columns) {
#pragma omp parallel for
  for (std::size_t j = 0; j < columns; j++) {
    result[j * columns + j] = 1;
    for (std::size_t k = j + 1; k < columns; k++) {
      result[j * columns + k] = 0;
      for (std::size_t i = 0; i < points; i++)
        result[j * columns + k] += data[i * columns + j] * data[i * columns + k];
      result[k * columns + j] = result[j * columns + k];
    }
  }
}

class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), mean(problem.columns), deviation(problem.columns),
        values(problem.columns * problem.columns) {}

  void prepare() { data = problem.data; }
  void run() {
    const std::size_t points = problem.points, columns = problem.columns;
    find_means(data.data(), mean.data(), points, columns);
    find_deviations(data.data(), mean.data(), deviation.data(), points, columns);
    centre(data.data(), mean.data(), deviation.data(), points, columns);
    correlate(data.data(), values.data(), points, columns);
  }
  const Values<float> &result() const { return values; }

private:
  const Problem &problem;
  Values<float> data, mean, deviation, values;
};

} // namespace
} // namespace correlation

int main(int argc, char **argv) {
  return hostdev::main<correlation::Problem, correlation::Program>(argc, argv);
}

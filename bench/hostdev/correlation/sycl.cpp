#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace correlation {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), points(problem.points), columns(problem.columns),
        data_buffer({points, columns}), mean_buffer(columns), deviation_buffer(columns),
        result_buffer({columns, columns}) {}

  void prepare() {
    sycl::host_accessor data(data_buffer, sycl::write_only);
    std::copy(problem.data.begin(), problem.data.end(), data.begin());
  }

  void run() {
    find_means();
    find_deviations();
    centre();
    correlate();
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor values(result_buffer, sycl::read_only);
    return Values<float>(values.begin(), values.end());
  }

private:
  void find_means() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_only);
      sycl::accessor mean(mean_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=, points = points](sycl::id<1> j) {
        mean[j] = 0;
        for (std::size_t i = 0; i < points; i++)
          mean[j] += data[i][j];
        mean[j] /= float(points);
      });
    });
  }

  void find_deviations() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_only);
      sycl::accessor mean(mean_buffer, handler, sycl::read_only);
      sycl::accessor deviation(deviation_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=, points = points](sycl::id<1> j) {
        deviation[j] = 0;
        for (std::size_t i = 0; i < points; i++)
          deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        deviation[j] /= float(points);
        deviation[j] = sycl::sqrt(deviation[j]);
        deviation[j] = deviation[j] <= Problem::least_deviation ? 1.0f : deviation[j];
      });
    });
  }

  void centre() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_write);
      sycl::accessor mean(mean_buffer, handler, sycl::read_only);
      sycl::accessor deviation(deviation_buffer, handler, sycl::read_only);
      handler.parallel_for(data_buffer.get_range(), [=, points = points](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        data[i][j] -= mean[j];
        data[i][j] /= sycl::sqrt(float(points)) * deviation[j];
      });
    });
  }

  void correlate() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_only);
      sycl::accessor result(result_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=, points = points,
                                                     columns = columns](sycl::id<1> j) {
        result[j][j] = 1;
        for (std::size_t k = j + 1; k < columns; k++) {
          result[j][k] = 0;
          for (std::size_t i = 0; i < points; i++)
            result[j][k] += data[i][j] * data[i][k];
          result[k][j] = result[j][k];
        }
      });
    });
  }

  const Problem &problem;
  std::size_t points, columns;
  sycl::queue queue;
  sycl::buffer<float, 2> data_buffer;
  sycl::buffer<float> mean_buffer, deviation_buffer;
  sycl::buffer<float, 2> result_buffer;
};

} // namespace
} // namespace correlation

int main(int argc, char **argv) {
  return hostdev::main<correlation::Problem, correlation::Program>(argc, argv);
}

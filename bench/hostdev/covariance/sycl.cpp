#include "problem.hpp"

#include <sycl/sycl.hpp>

namespace covariance {
namespace {

// Buffers are variables of the function that submits.
class Program {
public:
  explicit Program(const Problem &problem) : problem(problem), values(columns * columns) {}

  void prepare() { centred = problem.data; }

  void run() {
    float count = points;
    sycl::buffer<float, 2> data_buffer(centred.data(), {points, columns});
    sycl::buffer<float> mean_buffer(columns);
    sycl::buffer<float, 2> result_buffer(values.data(), {columns, columns});
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_only);
      sycl::accessor mean(mean_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=](sycl::id<1> j) {
        mean[j] = 0;
        for (std::size_t i = 0; i < points; i++)
          mean[j] += data[i][j];
        mean[j] /= count;
      });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_write);
      sycl::accessor mean(mean_buffer, handler, sycl::read_only);
      handler.parallel_for(sycl::range<2>(points, columns),
                           [=](sycl::id<2> id) { data[id] -= mean[id[1]]; });
    });
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor data(data_buffer, handler, sycl::read_only);
      sycl::accessor result(result_buffer, handler, sycl::read_write, sycl::no_init);
      handler.parallel_for(sycl::range<1>(columns), [=](sycl::id<1> j) {
        for (std::size_t k = j; k < columns; k++) {
          result[j][k] = 0;
          for (std::size_t i = 0; i < points; i++)
            result[j][k] += data[i][j] * data[i][k];
          result[j][k] /= count - 1;
          result[k][j] = result[j][k];
        }
      });
    });
  }

  const Values<float> &result() const { return values; }

private:
  const Problem &problem;
  sycl::queue queue;
  Values<float> centred, values;
};

} // namespace
} // namespace covariance

int main(int argc, char **argv) {
  return hostdev::main<covariance::Problem, covariance::Program>(argc, argv);
}

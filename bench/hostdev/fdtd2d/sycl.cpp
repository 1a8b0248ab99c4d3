#include "problem.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace fdtd2d {
namespace {

// Buffers are members.
class Program {
public:
  explicit Program(const Problem &problem)
      : problem(problem), size(problem.rows, problem.columns),
        source_buffer(problem.source.data(), problem.steps), ex_buffer(size), ey_buffer(size),
        hz_buffer(size) {}

  void prepare() {
    fill(ex_buffer, problem.ex);
    fill(ey_buffer, problem.ey);
    fill(hz_buffer, problem.hz);
  }

  void run() {
    for (std::size_t step = 0; step < problem.steps; step++) {
      move_ey(step);
      move_ex();
      move_hz();
    }
    queue.wait();
  }

  Values<float> result() {
    sycl::host_accessor hz(hz_buffer, sycl::read_only);
    return Values<float>(hz.begin(), hz.end());
  }

private:
  static void fill(sycl::buffer<float, 2> &buffer, const Values<float> &values) {
    sycl::host_accessor target(buffer, sycl::write_only);
    std::copy(values.begin(), values.end(), target.begin());
  }

  void move_ey(std::size_t step) {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor source(source_buffer, handler, sycl::read_only);
      sycl::accessor ey(ey_buffer, handler, sycl::read_write);
      sycl::accessor hz(hz_buffer, handler, sycl::read_only);
      handler.parallel_for(size, [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        if (i == 0)
          ey[i][j] = source[step];
        else
          ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
      });
    });
  }

  void move_ex() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor ex(ex_buffer, handler, sycl::read_write);
      sycl::accessor hz(hz_buffer, handler, sycl::read_only);
      handler.parallel_for(size, [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        if (j > 0)
          ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
      });
    });
  }

  void move_hz() {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor ex(ex_buffer, handler, sycl::read_only);
      sycl::accessor ey(ey_buffer, handler, sycl::read_only);
      sycl::accessor hz(hz_buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<2>(size[0] - 1, size[1] - 1), [=](sycl::id<2> id) {
        const std::size_t i = id[0], j = id[1];
        hz[i][j] -= 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
      });
    });
  }

  const Problem &problem;
  sycl::range<2> size;
  sycl::queue queue;
  sycl::buffer<float> source_buffer;
  sycl::buffer<float, 2> ex_buffer, ey_buffer, hz_buffer;
};

} // namespace
} // namespace fdtd2d

int main(int argc, char **argv) {
  return hostdev::main<fdtd2d::Problem, fdtd2d::Program>(argc, argv);
}

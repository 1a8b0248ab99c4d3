#include "softmax.hpp"
#include "sycl.hpp"

#include <limits>

namespace {

void softmax(sycl::queue &queue, const float *in, float *out, int rows) {
  const sycl::nd_range<1> range(std::size_t(rows) * work_group, work_group);
  queue.parallel_for(range, [=](sycl::nd_item<1> item) {
    const sycl::group<1> group = item.get_group();
    const int first = item.get_group(0) * columns + item.get_local_id(0);
    float values[per_item];
    float largest = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < per_item; i++) {
      values[i] = in[first + i * work_group];
      largest = sycl::fmax(largest, values[i]);
    }
    largest = sycl::reduce_over_group(group, largest, sycl::maximum<>());
    float sum = 0;
    for (int i = 0; i < per_item; i++) {
      values[i] = sycl::exp(values[i] - largest);
      sum += values[i];
    }
    sum = sycl::reduce_over_group(group, sum, sycl::plus<>());
    for (int i = 0; i < per_item; i++)
      out[first + i * work_group] = values[i] / sum;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> in(queue, problem.in), out(queue, problem.in.size());
    program.row(
        problem.row(), queue, [&] { softmax(queue, in, out, problem.rows); },
        [&] { return problem.check(out.values()); });
  });
}

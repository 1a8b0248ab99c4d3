#include "subgroup_reduction.hpp"
#include "sycl.hpp"

namespace {

void multiply(sycl::queue &queue, const float *matrix, const float *vector, float *out, int rows) {
  const sycl::nd_range<1> range(rows / rows_per_group * work_group, work_group);
  queue.parallel_for(range, [=](sycl::nd_item<1> item) {
    const sycl::sub_group sub_group = item.get_sub_group();
    const int first = item.get_group(0) * rows_per_group;
    // Sub-groups take rows in turn, whatever their size and number.
    for (int row = first + sub_group.get_group_linear_id(); row < first + rows_per_group;
         row += sub_group.get_group_linear_range()) {
      float sum = 0;
      for (int i = sub_group.get_local_linear_id(); i < columns;
           i += sub_group.get_local_linear_range())
        sum += matrix[row * columns + i] * vector[i];
      sum = sycl::reduce_over_group(sub_group, sum, sycl::plus<>());
      if (sub_group.leader())
        out[row] = sum;
    }
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> matrix(queue, problem.matrix), vector(queue, problem.vector),
        out(queue, problem.rows);
    program.row(
        problem.row(), queue, [&] { multiply(queue, matrix, vector, out, problem.rows); },
        [&] { return problem.check(out.values()); });
  });
}

#include "spmv.hpp"
#include "sycl.hpp"

namespace {

void row_per_item(sycl::queue &queue, const int *starts, const int *columns, const double *values,
                  const double *vector, double *out, int rows) {
  queue.parallel_for(sycl::range<1>(rows), [=](sycl::id<1> row) {
    double sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; i++)
      sum += values[i] * vector[columns[i]];
    out[row] = sum;
  });
}

void row_per_sub_group(sycl::queue &queue, const int *starts, const int *columns,
                       const double *values, const double *vector, double *out, int rows) {
  constexpr int rows_per_group = work_group / 32;
  const sycl::nd_range<1> range(std::size_t(rows / rows_per_group) * work_group, work_group);
  queue.parallel_for(range, [=](sycl::nd_item<1> item) {
    const sycl::sub_group sub_group = item.get_sub_group();
    const int end = (item.get_group(0) + 1) * rows_per_group;
    // Sub-groups take rows in turn, whatever their size and number; with 32 work-items, one each.
    for (int row = item.get_group(0) * rows_per_group + sub_group.get_group_linear_id();
         row < end; row += sub_group.get_group_linear_range()) {
      double sum = 0;
      for (int i = starts[row] + sub_group.get_local_linear_id(); i < starts[row + 1];
           i += sub_group.get_local_linear_range())
        sum += values[i] * vector[columns[i]];
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
    const int rows = problem.rows;
    const bench::Array<int> starts(queue, problem.starts), columns(queue, problem.columns);
    const bench::Array<double> values(queue, problem.values), vector(queue, problem.vector),
        out(queue, rows);
    const auto check = [&] { return problem.check(out.values()); };
    program.row(
        problem.row("spmv_item"), queue,
        [&] { row_per_item(queue, starts, columns, values, vector, out, rows); }, check);
    program.row(
        problem.row("spmv_sub_group"), queue,
        [&] { row_per_sub_group(queue, starts, columns, values, vector, out, rows); }, check);
  });
}

#include "../sycl.hpp"
#include "problem.hpp"

namespace subgroup_reduction {

namespace {

void multiply(sycl::queue &queue, const float *matrix, const float *vector, float *out,
              std::size_t rows) {
  const sycl::range<1> global(rows / rows_per_group * work_group);
  queue.parallel_for(
      sycl::nd_range<1>(global, sycl::range<1>(work_group)), [=](sycl::nd_item<1> item) {
        const sycl::sub_group sub_group = item.get_sub_group();
        const std::size_t first = item.get_group(0) * rows_per_group;
        // Sub-groups take rows in turn, whatever their size and number.
        for (std::size_t row = first + sub_group.get_group_linear_id();
             row < first + rows_per_group; row += sub_group.get_group_linear_range()) {
          float sum = 0;
          for (std::size_t i = sub_group.get_local_linear_id(); i < columns;
               i += sub_group.get_local_linear_range())
            sum += matrix[row * columns + i] * vector[i];
          sum = sycl::reduce_over_group(sub_group, sum, sycl::plus<>());
          if (sub_group.leader())
            out[row] = sum;
        }
      });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> matrix(queue, problem.matrix), vector(queue, problem.vector),
      out(queue, problem.rows);
  const auto run = [=, rows = problem.rows]() mutable {
    multiply(queue, matrix.get(), vector.get(), out.get(), rows);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace subgroup_reduction

#include "layer_norm.hpp"
#include "sycl.hpp"

namespace {

void normalize(sycl::queue &queue, const float *in, const float *scale, const float *shift,
               float *out, int rows, int columns) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<sycl::float2> tree(work_group, handler);
    const sycl::nd_range<1> range(std::size_t(rows) * work_group, work_group);
    handler.parallel_for(range, [=](sycl::nd_item<1> item) {
      const int local = item.get_local_id(0);
      const float *row = in + item.get_group(0) * columns;
      sycl::float2 sums(0);
      for (int i = local; i < columns; i += work_group)
        sums += sycl::float2(row[i], row[i] * row[i]);
      tree[local] = sums;
      for (int half = work_group / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < half)
          tree[local] += tree[local + half];
      }
      sycl::group_barrier(item.get_group());
      const float mean = tree[0].x() / columns;
      const float variance = tree[0].y() / columns - mean * mean;
      const float factor = sycl::rsqrt(variance + epsilon);
      float *normal = out + item.get_group(0) * columns;
      for (int i = local; i < columns; i += work_group)
        normal[i] = (row[i] - mean) * factor * scale[i] + shift[i];
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> in(queue, problem.in), scale(queue, problem.scale),
        shift(queue, problem.shift), out(queue, problem.in.size());
    program.row(
        problem.row(), queue,
        [&] { normalize(queue, in, scale, shift, out, problem.rows, problem.columns); },
        [&] { return problem.check(out.values()); });
  });
}

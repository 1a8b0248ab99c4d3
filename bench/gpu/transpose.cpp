#include "sycl.hpp"
#include "transpose.hpp"

namespace {

void transpose(sycl::queue &queue, const float *in, float *out, int rows, int columns) {
  const sycl::nd_range<2> range(sycl::range<2>(rows, columns), sycl::range<2>(tile, tile));
  queue.parallel_for(range, [=](sycl::nd_item<2> item) {
    const int i = item.get_global_id(0), j = item.get_global_id(1);
    out[j * rows + i] = in[i * columns + j];
  });
}

void transpose_tiles(sycl::queue &queue, const float *in, float *out, int rows, int columns) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<float, 2> elements(sycl::range<2>(tile, tile + 1), handler);
    const sycl::nd_range<2> range(sycl::range<2>(rows, columns), sycl::range<2>(tile, tile));
    handler.parallel_for(range, [=](sycl::nd_item<2> item) {
      const int y = item.get_local_id(0), x = item.get_local_id(1);
      const int top = item.get_group(0) * tile, left = item.get_group(1) * tile;
      elements[y][x] = in[(top + y) * columns + left + x];
      sycl::group_barrier(item.get_group());
      out[(left + y) * rows + top + x] = elements[x][y];
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int rows = problem.rows, columns = problem.columns;
    const bench::Array<float> in(queue, problem.in), out(queue, problem.in.size());
    const auto check = [&] { return problem.check(out.values()); };
    program.row(
        problem.row("transpose"), queue, [&] { transpose(queue, in, out, rows, columns); }, check);
    program.row(
        problem.row("transpose_tiled"), queue,
        [&] { transpose_tiles(queue, in, out, rows, columns); }, check);
  });
}

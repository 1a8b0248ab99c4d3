#include "../sycl.hpp"
#include "problem.hpp"

namespace transpose {

namespace {

void transpose(sycl::queue &queue, const float *in, float *out, std::size_t rows,
               std::size_t columns) {
  const sycl::nd_range<2> range(sycl::range<2>(rows, columns), sycl::range<2>(tile, tile));
  queue.parallel_for(range, [=](sycl::nd_item<2> item) {
    const std::size_t i = item.get_global_id(0), j = item.get_global_id(1);
    out[j * rows + i] = in[i * columns + j];
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> in(queue, problem.in), out(queue, problem.in.size());
  const auto run = [=, &problem]() mutable {
    transpose(queue, in.get(), out.get(), problem.rows, problem.columns);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace transpose

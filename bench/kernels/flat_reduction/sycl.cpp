#include "../sycl.hpp"
#include "problem.hpp"

namespace flat_reduction {

namespace {

void products(sycl::queue &queue, const float *in, float *w, float *sum, int width, int height) {
  queue.parallel_for(
      sycl::range<1>(std::size_t(width) * height),
      sycl::reduction(sum, sycl::plus<>(),
                      {sycl::property::reduction::initialize_to_identity()}),
      [=](sycl::id<1> id, auto &total) {
        const int i = int(id[0]), x = i % width, y = i / width;
        if (x >= border && x < width - border && y >= border && y < height - border) {
          w[i] = 5 * in[i] - in[i + 1] - in[i - 1] - in[i + width] - in[i - width];
          total += w[i] * in[i];
        }
      });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> in(queue, problem.in), w(queue, problem.in.size());
  const bench::SharedArray<float> sum(queue, 1);
  const auto run = [=, &problem]() mutable {
    products(queue, in.get(), w.get(), sum.get(), problem.width, problem.height);
    queue.wait();
  };
  return {run, [=] { return sum.values(); }};
}

} // namespace flat_reduction

#include "../sycl.hpp"
#include "problem.hpp"

namespace convolution {

namespace {

void convolve(sycl::queue &queue, const float *image, const float *filter, float *out,
              sycl::range<2> range) {
  const std::size_t width = range[1], pitch = width + 2 * radius;
  queue.parallel_for(range, [=](sycl::id<2> pixel) {
    const std::size_t y = pixel[0], x = pixel[1];
    float sum = 0;
    for (std::size_t i = 0; i < diameter; i++)
      for (std::size_t j = 0; j < diameter; j++)
        sum += image[(y + i) * pitch + x + j] * filter[i * diameter + j];
    out[y * width + x] = sum;
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const sycl::range<2> range(problem.height, problem.width);
  const bench::SharedArray<float> image(queue, problem.image), filter(queue, problem.filter),
      out(queue, range.size());
  const auto run = [=]() mutable {
    convolve(queue, image.get(), filter.get(), out.get(), range);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace convolution

#include "../sycl.hpp"
#include "problem.hpp"

namespace flat_heat {

namespace {

void flow(sycl::queue &queue, const float *now, float *next, std::size_t width, std::size_t height) {
  queue.parallel_for(sycl::range<1>(width * height), [=](sycl::id<1> id) {
    const std::size_t i = id[0], x = i % width, y = i / width;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
      next[i] = now[i] + 0.2f * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width] -
                                 4.0f * now[i]);
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> start(queue, problem.start);
  const bench::SharedArray<float> plates[] = {{queue, problem.start}, {queue, problem.start}};
  const auto run = [=, width = problem.width, height = problem.height]() mutable {
    const float *now = start.get();
    for (std::size_t step = 0; step < steps; step++) {
      float *next = plates[step % 2].get();
      flow(queue, now, next, width, height);
      now = next;
    }
    queue.wait();
  };
  return {run, [=] { return plates[(steps - 1) % 2].values(); }};
}

} // namespace flat_heat

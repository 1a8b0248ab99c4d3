#include "../sycl.hpp"
#include "problem.hpp"

namespace jacobi {

namespace {

void relax(sycl::queue &queue, const float *now, float *next, std::size_t inner) {
  const std::size_t row = inner + 2, plane = row * row;
  queue.parallel_for(sycl::range<3>(inner, inner, inner), [=](sycl::id<3> point) {
    const std::size_t z = point[0] + 1, y = point[1] + 1, x = point[2] + 1;
    const std::size_t i = z * plane + y * row + x;
    next[i] = (now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] +
               now[i + plane]) *
              (1.0f / 6.0f);
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> start(queue, problem.start);
  const bench::SharedArray<float> grids[] = {{queue, problem.start}, {queue, problem.start}};
  const auto run = [=, inner = problem.inner]() mutable {
    const float *now = start.get();
    for (std::size_t sweep = 0; sweep < sweeps; sweep++) {
      float *next = grids[sweep % 2].get();
      relax(queue, now, next, inner);
      now = next;
    }
    queue.wait();
  };
  return {run, [=] { return grids[(sweeps - 1) % 2].values(); }};
}

} // namespace jacobi

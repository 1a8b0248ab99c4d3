#include "../sycl.hpp"
#include "problem.hpp"

namespace guarded_loop {

namespace {

void errors(sycl::queue &queue, const float *slope, const float *start, const float *x,
            const float *y, float *out, int lines, int points) {
  const std::size_t padded = (std::size_t(lines) + group - 1) / group * group;
  queue.parallel_for(sycl::nd_range<1>(padded, group), [=](sycl::nd_item<1> item) {
    const int i = int(item.get_global_id(0));
    if (i >= lines)
      return;
    const float a = slope[i], b = start[i];
    float sum = 0;
    for (int k = 0; k < points; k++) {
      const float e = a * x[k] + b - y[k];
      sum += e * e;
    }
    out[i] = sum;
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> slope(queue, problem.slope), start(queue, problem.start);
  const bench::SharedArray<float> x(queue, problem.x), y(queue, problem.y);
  const bench::SharedArray<float> out(queue, std::size_t(problem.lines));
  const auto run = [=, &problem]() mutable {
    errors(queue, slope.get(), start.get(), x.get(), y.get(), out.get(), problem.lines,
           problem.points);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace guarded_loop

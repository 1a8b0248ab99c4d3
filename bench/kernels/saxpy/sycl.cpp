#include "../sycl.hpp"
#include "problem.hpp"

namespace saxpy {

namespace {

void saxpy(sycl::queue &queue, float a, const float *x, const float *y, float *z,
           std::size_t count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { z[i] = a * x[i] + y[i]; });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> x(queue, problem.x), y(queue, problem.y), z(queue, problem.count);
  const auto run = [=, &problem]() mutable {
    saxpy(queue, problem.a, x.get(), y.get(), z.get(), problem.count);
    queue.wait();
  };
  return {run, [=] { return z.values(); }};
}

} // namespace saxpy

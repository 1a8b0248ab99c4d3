#include "../sycl.hpp"
#include "problem.hpp"

namespace matmul {

namespace {

void multiply(sycl::queue &queue, const float *a, const float *b, float *c, std::size_t n) {
  queue.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> element) {
    const std::size_t i = element[0], j = element[1];
    float sum = 0;
    for (std::size_t k = 0; k < n; k++)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const std::size_t n = problem.order;
  const bench::SharedArray<float> a(queue, problem.a), b(queue, problem.b), c(queue, n * n);
  const auto run = [=]() mutable {
    multiply(queue, a.get(), b.get(), c.get(), n);
    queue.wait();
  };
  return {run, [=] { return c.values(); }};
}

} // namespace matmul

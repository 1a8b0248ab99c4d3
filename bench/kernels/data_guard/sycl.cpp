#include "../sycl.hpp"
#include "problem.hpp"

namespace data_guard {

namespace {

void values(sycl::queue &queue, const float *place, const float *coefficient, float *out,
            std::size_t places, int degree) {
  queue.parallel_for(sycl::range<1>(places), [=](sycl::id<1> i) {
    const float x = place[i];
    float value = 0;
    if (x > 0)
      for (int k = 0; k < degree; k++)
        value = value * x + coefficient[k];
    out[i] = value;
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> place(queue, problem.place);
  const bench::SharedArray<float> coefficient(queue, problem.coefficient);
  const bench::SharedArray<float> out(queue, problem.place.size());
  const auto run = [=, &problem]() mutable {
    values(queue, place.get(), coefficient.get(), out.get(), out.size(), problem.degree);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace data_guard

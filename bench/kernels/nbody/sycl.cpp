#include "../sycl.hpp"
#include "problem.hpp"

namespace nbody {

namespace {

void attract(sycl::queue &queue, const float *x, const float *y, const float *z, const float *mass,
             float *pull, std::size_t count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> body) {
    const std::size_t i = body[0];
    float sum_x = 0, sum_y = 0, sum_z = 0;
    for (std::size_t j = 0; j < count; j++) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + softening);
      const float factor = mass[j] * inverse * inverse * inverse;
      sum_x += factor * dx;
      sum_y += factor * dy;
      sum_z += factor * dz;
    }
    pull[i] = sum_x;
    pull[count + i] = sum_y;
    pull[2 * count + i] = sum_z;
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> x(queue, problem.x), y(queue, problem.y), z(queue, problem.z),
      mass(queue, problem.mass), pull(queue, 3 * problem.count);
  const auto run = [=, count = problem.count]() mutable {
    attract(queue, x.get(), y.get(), z.get(), mass.get(), pull.get(), count);
    queue.wait();
  };
  return {run, [=] { return pull.values(); }};
}

} // namespace nbody

#include "nbody.hpp"
#include "sycl.hpp"

namespace {

void attract(sycl::queue &queue, const float *x, const float *y, const float *z, const float *mass,
             float *pull, int count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> body) {
    const int i = body[0];
    float sum_x = 0, sum_y = 0, sum_z = 0;
    for (int j = 0; j < count; j++) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + float(softening));
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

void attract_staged(sycl::queue &queue, const double *x, const double *y, const double *z,
                    const double *mass, double *pull, int count) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<sycl::double4> bodies(work_group, handler);
    handler.parallel_for(sycl::nd_range<1>(count, work_group), [=](sycl::nd_item<1> item) {
      const int i = item.get_global_id(0), local = item.get_local_id(0);
      const sycl::double3 here(x[i], y[i], z[i]);
      sycl::double3 sum(0);
      for (int first = 0; first < count; first += work_group) {
        const int j = first + local;
        bodies[local] = sycl::double4(x[j], y[j], z[j], mass[j]);
        sycl::group_barrier(item.get_group());
        for (int k = 0; k < work_group; k++) {
          const sycl::double4 body = bodies[k];
          const sycl::double3 d = sycl::double3(body.x(), body.y(), body.z()) - here;
          const double inverse = sycl::rsqrt(sycl::dot(d, d) + softening);
          sum += body.w() * inverse * inverse * inverse * d;
        }
        sycl::group_barrier(item.get_group());
      }
      pull[i] = sum.x();
      pull[count + i] = sum.y();
      pull[2 * count + i] = sum.z();
    });
  });
}

template <typename Real, typename Kernel>
void run(bench::Program &program, sycl::queue &queue, const Problem<Real> &problem, Kernel kernel) {
  const bench::Array<Real> x(queue, problem.x), y(queue, problem.y), z(queue, problem.z),
      mass(queue, problem.mass), pull(queue, 3 * problem.count);
  program.row(
      problem.row(), queue, [&] { kernel(queue, x, y, z, mass, pull, problem.count); },
      [&] { return problem.check(pull.values()); });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    sycl::queue queue = bench::in_order_queue(program);
    run(program, queue, Problem<float>(program.small, 65536), attract);
    run(program, queue, Problem<double>(program.small, 32768), attract_staged);
  });
}

#include "molecules.hpp"
#include "sycl.hpp"

namespace {

void forces(sycl::queue &queue, const float *x, const float *y, const float *z, float *fx,
            float *fy, float *fz, int count, int side) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> molecule) {
    const int i = molecule[0];
    const int cell = i / per_cell;
    const int cx = cell % side, cy = cell / side % side, cz = cell / side / side;
    fx[i] = 0;
    fy[i] = 0;
    fz[i] = 0;
    for (int nz = sycl::max(cz - 1, 0); nz <= sycl::min(cz + 1, side - 1); nz++)
      for (int ny = sycl::max(cy - 1, 0); ny <= sycl::min(cy + 1, side - 1); ny++)
        for (int nx = sycl::max(cx - 1, 0); nx <= sycl::min(cx + 1, side - 1); nx++)
          for (int k = 0; k < per_cell; k++) {
            const int j = ((nz * side + ny) * side + nx) * per_cell + k;
            const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
            const float r2 = sycl::fmax(dx * dx + dy * dy + dz * dz, core2);
            if (j == i || r2 >= cutoff2)
              continue;
            const float s2 = sigma2 / r2, s6 = s2 * s2 * s2;
            const float strength = epsilon * s6 * (2 * s6 - 1) / r2;
            fx[i] += strength * dx;
            fy[i] += strength * dy;
            fz[i] += strength * dz;
          }
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int count = problem.count;
    const bench::Array<float> x(queue, problem.x), y(queue, problem.y), z(queue, problem.z),
        force(queue, 3 * count);
    program.row(
        problem.row(), queue,
        [&] {
          forces(queue, x, y, z, force, force + count, force + 2 * count, count, problem.side);
        },
        [&] { return problem.check(force.values()); });
  });
}

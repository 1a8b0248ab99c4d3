#include "cuda.hpp"
#include "molecules.hpp"

__global__ void forces(const float *x, const float *y, const float *z, float *fx, float *fy,
                       float *fz, int count, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const int cell = i / per_cell;
  const int cx = cell % side, cy = cell / side % side, cz = cell / side / side;
  fx[i] = 0;
  fy[i] = 0;
  fz[i] = 0;
  for (int nz = max(cz - 1, 0); nz <= min(cz + 1, side - 1); nz++)
    for (int ny = max(cy - 1, 0); ny <= min(cy + 1, side - 1); ny++)
      for (int nx = max(cx - 1, 0); nx <= min(cx + 1, side - 1); nx++)
        for (int k = 0; k < per_cell; k++) {
          const int j = ((nz * side + ny) * side + nx) * per_cell + k;
          const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
          const float r2 = fmaxf(dx * dx + dy * dy + dz * dz, core2);
          if (j == i || r2 >= cutoff2)
            continue;
          const float s2 = sigma2 / r2, s6 = s2 * s2 * s2;
          const float strength = epsilon * s6 * (2 * s6 - 1) / r2;
          fx[i] += strength * dx;
          fy[i] += strength * dy;
          fz[i] += strength * dz;
        }
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int count = problem.count, side = problem.side;
    const bench::Array<float> x(problem.x), y(problem.y), z(problem.z), force(3 * count);
    program.row(
        problem.row(), stream,
        [&] {
          forces<<<bench::blocks(count), bench::block>>>(x, y, z, force, force + count,
                                                         force + 2 * count, count, side);
        },
        [&] { return problem.check(force.values()); });
  });
}

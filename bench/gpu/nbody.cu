#include "cuda.hpp"
#include "nbody.hpp"

__global__ void attract(const float *x, const float *y, const float *z, const float *mass,
                        float *pull, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float sum_x = 0, sum_y = 0, sum_z = 0;
  for (int j = 0; j < count; j++) {
    const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + float(softening));
    const float factor = mass[j] * inverse * inverse * inverse;
    sum_x += factor * dx;
    sum_y += factor * dy;
    sum_z += factor * dz;
  }
  pull[i] = sum_x;
  pull[count + i] = sum_y;
  pull[2 * count + i] = sum_z;
}

/// A body with the alignment of two values, which every version of CUDA has a type for.
struct __align__(16) Body {
  double x, y, z, mass;
};

__global__ void attract_staged(const double *x, const double *y, const double *z,
                               const double *mass, double *pull, int count) {
  __shared__ Body bodies[work_group];
  const int local = threadIdx.x, i = blockIdx.x * work_group + local;
  const double here_x = x[i], here_y = y[i], here_z = z[i];
  double sum_x = 0, sum_y = 0, sum_z = 0;
  for (int first = 0; first < count; first += work_group) {
    const int j = first + local;
    bodies[local] = Body{x[j], y[j], z[j], mass[j]};
    __syncthreads();
    for (int k = 0; k < work_group; k++) {
      const Body body = bodies[k];
      const double dx = body.x - here_x, dy = body.y - here_y, dz = body.z - here_z;
      const double inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      const double factor = body.mass * inverse * inverse * inverse;
      sum_x += factor * dx;
      sum_y += factor * dy;
      sum_z += factor * dz;
    }
    __syncthreads();
  }
  pull[i] = sum_x;
  pull[count + i] = sum_y;
  pull[2 * count + i] = sum_z;
}

template <typename Real, typename Kernel>
void run(bench::Program &program, bench::Stream &stream, const Problem<Real> &problem,
         Kernel kernel) {
  const int count = problem.count;
  const bench::Array<Real> x(problem.x), y(problem.y), z(problem.z), mass(problem.mass),
      pull(3 * count);
  program.row(
      problem.row(), stream,
      [&] { kernel<<<count / work_group, work_group>>>(x, y, z, mass, pull, count); },
      [&] { return problem.check(pull.values()); });
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    bench::Stream stream(program);
    run(program, stream, Problem<float>(program.small, 65536), attract);
    run(program, stream, Problem<double>(program.small, 32768), attract_staged);
  });
}

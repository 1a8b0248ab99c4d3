#include "cuda.hpp"
#include "stencil.hpp"

__global__ void five_points(const double *in, double *out, int inner) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x > inner || y > inner)
    return;
  const int width = inner + 2, i = y * width + x;
  out[i] = centre_weight * in[i] +
           face_weight * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

__global__ void seven_points(const double *in, double *out, int inner) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int z = blockIdx.z + 1;
  if (x > inner || y > inner)
    return;
  const int width = inner + 2, plane = width * width, i = z * plane + y * width + x;
  out[i] = centre_weight * in[i] + face_weight * (in[i - 1] + in[i + 1] + in[i - width] +
                                                  in[i + width] + in[i - plane] + in[i + plane]);
}

__global__ void all_neighbours(const double *in, double *out, int inner) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int z = blockIdx.z + 1;
  if (x > inner || y > inner)
    return;
  const int width = inner + 2, plane = width * width, i = z * plane + y * width + x;
  double sum = 0;
#pragma unroll
  for (int dz = -1; dz <= 1; dz++)
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++) {
        const int directions = dx * dx + dy * dy + dz * dz;
        const double weight = directions == 0   ? centre_weight
                              : directions == 1 ? face_weight
                              : directions == 2 ? edge_weight
                                                : corner_weight;
        sum += weight * in[i + dz * plane + dy * width + dx];
      }
  out[i] = sum;
}

template <typename Kernel>
void run(bench::Program &program, bench::Stream &stream, const Problem &problem, Kernel kernel) {
  const bench::Array<double> in(problem.in), out(problem.in);
  const int inner = problem.inner;
  const dim3 block(32, 8), grid((inner + 31) / 32, (inner + 7) / 8, problem.depth);
  program.row(
      problem.row(), stream, [&] { kernel<<<grid, block>>>(in, out, inner); },
      [&] { return problem.check(out.values()); });
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    bench::Stream stream(program);
    const bool small = program.small;
    run(program, stream, Problem("stencil_2d5", 5, 2, small ? 200 : 8190), five_points);
    run(program, stream, Problem("stencil_3d7", 7, 3, small ? 30 : 510), seven_points);
    run(program, stream, Problem("stencil_3d27", 27, 3, small ? 30 : 382), all_neighbours);
  });
}

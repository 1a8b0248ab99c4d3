#include "cuda.hpp"
#include "subgroup_reduction.hpp"

__global__ void multiply(const float *matrix, const float *vector, float *out) {
  constexpr int warps = work_group / 32;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = blockIdx.x * rows_per_group;
  for (int row = first + warp; row < first + rows_per_group; row += warps) {
    float sum = 0;
    for (int i = lane; i < columns; i += 32)
      sum += matrix[row * columns + i] * vector[i];
    for (int half = 16; half > 0; half /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, half);
    if (lane == 0)
      out[row] = sum;
  }
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> matrix(problem.matrix), vector(problem.vector), out(problem.rows);
    program.row(
        problem.row(), stream,
        [&] { multiply<<<problem.rows / rows_per_group, work_group>>>(matrix, vector, out); },
        [&] { return problem.check(out.values()); });
  });
}

#include "cuda.hpp"
#include "saxpy.hpp"

__global__ void saxpy(float a, const float *x, const float *y, float *z, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    z[i] = a * x[i] + y[i];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> x(problem.x), y(problem.y), z(problem.count);
    const int count = problem.count;
    program.row(
        problem.row(), stream,
        [&] { saxpy<<<bench::blocks(count), bench::block>>>(problem.a, x, y, z, count); },
        [&] { return problem.check(z.values()); });
  });
}

#include "cuda.hpp"
#include "jacobi.hpp"

__global__ void relax(const float *now, float *next, int inner) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int z = blockIdx.z + 1;
  if (x > inner || y > inner)
    return;
  const int row = inner + 2, plane = row * row;
  const int i = z * plane + y * row + x;
  next[i] = (now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] +
             now[i + plane]) *
            (1.0f / 6.0f);
}

int main(int argc, char **argv) {
  static_assert(sweeps % 2 == 0, "the last sweep writes the second grid");
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> start(problem.start), odd(problem.start), even(problem.start);
    const int inner = problem.inner;
    const dim3 block(32, 8), grid((inner + 31) / 32, (inner + 7) / 8, inner);
    program.row(
        problem.row(), stream,
        [&] {
          const float *now = start;
          for (int sweep = 0; sweep < sweeps; sweep++) {
            float *next = sweep % 2 == 0 ? odd : even;
            relax<<<grid, block>>>(now, next, inner);
            now = next;
          }
        },
        [&] { return problem.check(even.values()); });
  });
}

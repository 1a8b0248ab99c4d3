#include "atomics.hpp"
#include "cuda.hpp"

__global__ void add(const int *where, const float *values, float *sums, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    atomicAdd(&sums[where[i]], values[i]);
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<int> where(problem.where);
    const bench::Array<float> values(problem.values), sums(problem.bins);
    const int count = problem.count;
    program.row(
        problem.row(), stream,
        [&] {
          cudaMemsetAsync(sums, 0, problem.bins * sizeof(float));
          add<<<bench::blocks(count), bench::block>>>(where, values, sums, count);
        },
        [&] { return problem.check(sums.values()); });
  });
}

#include "cuda.hpp"
#include "reverse.hpp"

__global__ void reverse(const int *in, int *out) {
  __shared__ int part[work_group];
  const int local = threadIdx.x, i = blockIdx.x * work_group + local;
  part[local] = in[i];
  __syncthreads();
  out[i] = part[work_group - 1 - local];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<int> in(problem.in), out(problem.count);
    program.row(
        problem.row(), stream,
        [&] { reverse<<<problem.count / work_group, work_group>>>(in, out); },
        [&] { return problem.check(out.values()); });
  });
}

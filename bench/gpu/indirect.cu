#include "cuda.hpp"
#include "indirect.hpp"

__global__ void gather(const int *index, const float *in, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = in[index[i]];
}

__global__ void scatter(const int *index, const float *in, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[index[i]] = in[i];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int count = problem.count, blocks = bench::blocks(count);
    const bench::Array<int> index(problem.index);
    const bench::Array<float> in(problem.in), out(count);
    program.row(
        problem.row("indirect_gather"), stream,
        [&] { gather<<<blocks, bench::block>>>(index, in, out, count); },
        [&] { return problem.check_gather(out.values()); });
    program.row(
        problem.row("indirect_scatter"), stream,
        [&] { scatter<<<blocks, bench::block>>>(index, in, out, count); },
        [&] { return problem.check_scatter(out.values()); });
  });
}

#include "cuda.hpp"
#include "floyd_warshall.hpp"

__global__ void step(int *lengths, int nodes, int through) {
  const int to = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = blockIdx.y * blockDim.y + threadIdx.y;
  if (to >= nodes || from >= nodes)
    return;
  const int other = lengths[from * nodes + through] + lengths[through * nodes + to];
  if (other < lengths[from * nodes + to])
    lengths[from * nodes + to] = other;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int nodes = problem.nodes;
    const bench::Array<int> lengths(problem.lengths);
    const dim3 block(32, 8), grid = bench::blocks_2d(nodes, nodes, 32, 8);
    program.row(
        problem.row(), stream,
        [&] { step<<<grid, block>>>(lengths, nodes, problem.through); },
        [&] { return problem.check(lengths.values()); });
  });
}

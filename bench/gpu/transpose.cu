#include "cuda.hpp"
#include "transpose.hpp"

__global__ void transpose(const float *in, float *out, int rows, int columns) {
  const int i = blockIdx.y * tile + threadIdx.y, j = blockIdx.x * tile + threadIdx.x;
  out[j * rows + i] = in[i * columns + j];
}

__global__ void transpose_tiles(const float *in, float *out, int rows, int columns) {
  __shared__ float elements[tile][tile + 1];
  const int y = threadIdx.y, x = threadIdx.x;
  const int top = blockIdx.y * tile, left = blockIdx.x * tile;
  elements[y][x] = in[(top + y) * columns + left + x];
  __syncthreads();
  out[(left + y) * rows + top + x] = elements[x][y];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int rows = problem.rows, columns = problem.columns;
    const bench::Array<float> in(problem.in), out(problem.in.size());
    const dim3 block(tile, tile), grid(columns / tile, rows / tile);
    const auto check = [&] { return problem.check(out.values()); };
    program.row(
        problem.row("transpose"), stream,
        [&] { transpose<<<grid, block>>>(in, out, rows, columns); }, check);
    program.row(
        problem.row("transpose_tiled"), stream,
        [&] { transpose_tiles<<<grid, block>>>(in, out, rows, columns); }, check);
  });
}

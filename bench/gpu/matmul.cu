#include "cuda.hpp"
#include "matmul.hpp"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

__global__ void multiply_tiles(const float *a, const float *b, float *c, int n) {
  __shared__ float tile_a[tile][tile], tile_b[tile][tile];
  const int row = threadIdx.y, column = threadIdx.x;
  const int i = blockIdx.y * tile + row, j = blockIdx.x * tile + column;
  float sum = 0;
  for (int t = 0; t < n; t += tile) {
    tile_a[row][column] = a[i * n + t + column];
    tile_b[row][column] = b[(t + row) * n + j];
    __syncthreads();
    for (int k = 0; k < tile; k++)
      sum += tile_a[row][k] * tile_b[k][column];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int n = problem.order;
    const bench::Array<float> a(problem.a), b(problem.b), c(n * n);
    const auto check = [&] { return problem.check(c.values()); };
    program.row(
        problem.row("matmul"), stream,
        [&] { multiply<<<bench::blocks_2d(n, n, 32, 8), dim3(32, 8)>>>(a, b, c, n); }, check);
    program.row(
        problem.row("matmul_tiled"), stream,
        [&] { multiply_tiles<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c, n); },
        check);
  });
}

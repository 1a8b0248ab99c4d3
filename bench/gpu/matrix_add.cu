#include "cuda.hpp"
#include "matrix_add.hpp"

__global__ void add(const double *a, const double *b, double *c, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  const int i = y * columns + x;
  c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int rows = problem.rows, columns = problem.columns;
    const bench::Array<double> a(problem.a), b(problem.b), c(problem.a.size());
    const dim3 block(32, 8), grid = bench::blocks_2d(columns, rows, 32, 8);
    program.row(
        problem.row(), stream, [&] { add<<<grid, block>>>(a, b, c, rows, columns); },
        [&] { return problem.check(c.values()); });
  });
}

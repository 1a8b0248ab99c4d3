#include "cuda.hpp"
#include "spmv.hpp"

__global__ void row_per_thread(const int *starts, const int *columns, const double *values,
                               const double *vector, double *out, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  double sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; i++)
    sum += values[i] * vector[columns[i]];
  out[row] = sum;
}

__global__ void row_per_warp(const int *starts, const int *columns, const double *values,
                             const double *vector, double *out) {
  const int row = (blockIdx.x * work_group + threadIdx.x) / 32, lane = threadIdx.x % 32;
  double sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32)
    sum += values[i] * vector[columns[i]];
  for (int half = 16; half > 0; half /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, half);
  if (lane == 0)
    out[row] = sum;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int rows = problem.rows;
    const bench::Array<int> starts(problem.starts), columns(problem.columns);
    const bench::Array<double> values(problem.values), vector(problem.vector), out(rows);
    const auto check = [&] { return problem.check(out.values()); };
    program.row(
        problem.row("spmv_item"), stream,
        [&] {
          row_per_thread<<<bench::blocks(rows), bench::block>>>(starts, columns, values, vector,
                                                                out, rows);
        },
        check);
    program.row(
        problem.row("spmv_sub_group"), stream,
        [&] {
          row_per_warp<<<rows / (work_group / 32), work_group>>>(starts, columns, values, vector,
                                                                 out);
        },
        check);
  });
}

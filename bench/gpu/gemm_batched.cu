#include "cuda.hpp"
#include "gemm_batched.hpp"

__global__ void multiply(const double *a, const double *b, double *c) {
  __shared__ double local_a[order][order], local_b[order][order];
  const int i = threadIdx.y, j = threadIdx.x;
  const int element = blockIdx.x * elements + i * order + j;
  local_a[i][j] = a[element];
  local_b[i][j] = b[element];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < order; k++)
    sum += local_a[i][k] * local_b[k][j];
  c[element] = sum;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<double> a(problem.a), b(problem.b), c(problem.a.size());
    program.row(
        problem.row(), stream,
        [&] { multiply<<<problem.matrices, dim3(order, order)>>>(a, b, c); },
        [&] { return problem.check(c.values()); });
  });
}

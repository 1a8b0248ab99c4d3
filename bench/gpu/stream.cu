#include "cuda.hpp"
#include "stream.hpp"

__global__ void copy(const double *a, double *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    c[i] = a[i];
}

__global__ void mul(double *b, const double *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    b[i] = scalar * c[i];
}

__global__ void add(const double *a, const double *b, double *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    c[i] = a[i] + b[i];
}

__global__ void triad(double *a, const double *b, const double *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    a[i] = b[i] + scalar * c[i];
}

constexpr int dot_block = 1024;

/// The sum of the values of a block, for its first thread.
__device__ double block_sum(double value) {
  __shared__ double tree[dot_block];
  tree[threadIdx.x] = value;
  for (int half = dot_block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      tree[threadIdx.x] += tree[threadIdx.x + half];
  }
  return tree[0];
}

__global__ void dot(const double *a, const double *b, double *sums, int count) {
  double sum = 0;
  for (int i = blockIdx.x * dot_block + threadIdx.x; i < count; i += gridDim.x * dot_block)
    sum += a[i] * b[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}

/// Adds the sums of the blocks, which BabelStream does on the host.
__global__ void add_sums(const double *sums, double *total, int count) {
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += dot_block)
    sum += sums[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    *total = sum;
}

__global__ void initialize(double *a, double *b, double *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  a[i] = start_a;
  b[i] = start_b;
  c[i] = start_c;
}

bench::Values<double> sample(const double *array, int count) {
  bench::Values<double> values(samples);
  for (int i = 0; i < 2; i++) // The two ends.
    bench::check(cudaMemcpy(&values[i * samples / 2], array + i * (count - samples / 2),
                            samples / 2 * sizeof(double), cudaMemcpyDeviceToHost));
  return values;
}

void run(bench::Program &program, bench::Stream &stream, const char *prefix) {
  const Problem problem(program.small, prefix);
  const int count = problem.count, blocks = bench::blocks(count), block = bench::block;
  const int dot_blocks = 4 * stream.multiprocessors;
  const bench::Array<double> a(count), b(count), c(count), sums(dot_blocks), total(1);
  initialize<<<blocks, block>>>(a, b, c, count);
  const auto row = [&](const char *kernel, int touched, auto launch, auto check) {
    program.row(problem.row(kernel, touched), stream, launch, check);
  };
  row("copy", 2, [&] { copy<<<blocks, block>>>(a, c, count); },
      [&] { return problem.check(sample(c, count), copied_c); });
  row("mul", 2, [&] { mul<<<blocks, block>>>(b, c, count); },
      [&] { return problem.check(sample(b, count), multiplied_b); });
  row("add", 3, [&] { add<<<blocks, block>>>(a, b, c, count); },
      [&] { return problem.check(sample(c, count), added_c); });
  row("triad", 3, [&] { triad<<<blocks, block>>>(a, b, c, count); },
      [&] { return problem.check(sample(a, count), triad_a); });
  row("dot", 2,
      [&] {
        dot<<<dot_blocks, dot_block>>>(a, b, sums, count);
        add_sums<<<1, dot_block>>>(sums, total, dot_blocks);
      },
      [&] { return problem.check_dot(total.values()[0]); });
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    bench::Stream stream(program);
    run(program, stream, "stream_");
    run(program, stream, "stream_buffer_");
  });
}

#include "cuda.hpp"
#include "layer_norm.hpp"

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

__global__ void normalize(const float *in, const float *scale, const float *shift, float *out,
                          int columns) {
  __shared__ float2 tree[work_group];
  const int local = threadIdx.x;
  const float *row = in + blockIdx.x * columns;
  float2 sums = make_float2(0, 0);
  for (int i = local; i < columns; i += work_group)
    sums = sums + make_float2(row[i], row[i] * row[i]);
  tree[local] = sums;
  for (int half = work_group / 2; half > 0; half /= 2) {
    __syncthreads();
    if (local < half)
      tree[local] = tree[local] + tree[local + half];
  }
  __syncthreads();
  const float mean = tree[0].x / columns;
  const float variance = tree[0].y / columns - mean * mean;
  const float factor = rsqrtf(variance + epsilon);
  float *normal = out + blockIdx.x * columns;
  for (int i = local; i < columns; i += work_group)
    normal[i] = (row[i] - mean) * factor * scale[i] + shift[i];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> in(problem.in), scale(problem.scale), shift(problem.shift),
        out(problem.in.size());
    program.row(
        problem.row(), stream,
        [&] { normalize<<<problem.rows, work_group>>>(in, scale, shift, out, problem.columns); },
        [&] { return problem.check(out.values()); });
  });
}

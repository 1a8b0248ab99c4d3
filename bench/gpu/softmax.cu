#include "cuda.hpp"
#include "softmax.hpp"

/// Combines the values of a block for all its threads.
template <typename Operation>
__device__ float reduce(float value, float identity, Operation operation) {
  constexpr int warps = work_group / 32;
  __shared__ float of_warps[warps];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int half = 16; half > 0; half /= 2)
    value = operation(value, __shfl_xor_sync(0xffffffffu, value, half));
  __syncthreads(); // The last reduction may still be read.
  if (lane == 0)
    of_warps[warp] = value;
  __syncthreads();
  value = lane < warps ? of_warps[lane] : identity;
  for (int half = warps / 2; half > 0; half /= 2)
    value = operation(value, __shfl_xor_sync(0xffffffffu, value, half));
  return __shfl_sync(0xffffffffu, value, 0);
}

struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};

__global__ void softmax(const float *in, float *out) {
  const int first = blockIdx.x * columns + threadIdx.x;
  float values[per_item];
  float largest = -INFINITY;
  for (int i = 0; i < per_item; i++) {
    values[i] = in[first + i * work_group];
    largest = fmaxf(largest, values[i]);
  }
  largest = reduce(largest, -INFINITY, Maximum());
  float sum = 0;
  for (int i = 0; i < per_item; i++) {
    values[i] = expf(values[i] - largest);
    sum += values[i];
  }
  sum = reduce(sum, 0, Plus());
  for (int i = 0; i < per_item; i++)
    out[first + i * work_group] = values[i] / sum;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> in(problem.in), out(problem.in.size());
    program.row(
        problem.row(), stream, [&] { softmax<<<problem.rows, work_group>>>(in, out); },
        [&] { return problem.check(out.values()); });
  });
}

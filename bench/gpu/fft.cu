#include "cuda.hpp"
#include "fft.hpp"

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 multiply(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/// Combines transforms of `length` values to transforms of four times as many.
__global__ void pass(const float2 *in, float2 *out, int count, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count / 4)
    return;
  const int k = i & (length - 1);
  float2 w1;
  sincospif(-float(k) / float(2 * length), &w1.y, &w1.x);
  const float2 w2 = multiply(w1, w1), w3 = multiply(w1, w2);
  const float2 v0 = in[i];
  const float2 v1 = multiply(in[i + count / 4], w1);
  const float2 v2 = multiply(in[i + count / 2], w2);
  const float2 v3 = multiply(in[i + count / 4 * 3], w3);
  const float2 a = v0 + v2, b = v0 - v2, c = v1 + v3, d = v1 - v3;
  const float2 turned = make_float2(d.y, -d.x);
  float2 *to = out + (i - k) * 4 + k;
  to[0] = a + c;
  to[length] = b + turned;
  to[2 * length] = a - c;
  to[3 * length] = b - turned;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int count = problem.count, passes = problem.passes;
    const bench::Array<Complex> in(problem.in), odd(count), even(count);
    const auto pointer = [](const bench::Array<Complex> &array) {
      return reinterpret_cast<float2 *>(array.get());
    };
    program.row(
        problem.row(), stream,
        [&] {
          const float2 *from = pointer(in);
          for (int i = 0; i < passes; i++) {
            float2 *to = pointer(i % 2 == 0 ? odd : even);
            pass<<<bench::blocks(count / 4), bench::block>>>(from, to, count, 1 << (2 * i));
            from = to;
          }
        },
        [&] { return problem.check((passes % 2 == 0 ? even : odd).values()); });
  });
}

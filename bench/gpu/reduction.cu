#include "cuda.hpp"
#include "reduction.hpp"

#include <deque>

__global__ void sum_groups(const float *in, float *sums, int count) {
  __shared__ float tree[work_group];
  const int local = threadIdx.x, first = blockIdx.x * work_group * per_item + local;
  float sum = 0;
  for (int i = 0; i < per_item; i++)
    if (first + i * work_group < count)
      sum += in[first + i * work_group];
  tree[local] = sum;
  for (int half = work_group / 2; half > 0; half /= 2) {
    __syncthreads();
    if (local < half)
      tree[local] += tree[local + half];
  }
  if (local == 0)
    sums[blockIdx.x] = tree[0];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<float> in(problem.in);
    const bench::Values<int> passes = problem.passes();
    std::deque<bench::Array<float>> sums;
    for (int count : passes)
      sums.emplace_back(groups(count));
    for (const char *name : {"reduction", "reduction_object"})
      program.row(
          problem.row(name), stream,
          [&] {
            const float *from = in;
            for (std::size_t pass = 0; pass < passes.size(); pass++) {
              sum_groups<<<groups(passes[pass]), work_group>>>(from, sums[pass], passes[pass]);
              from = sums[pass];
            }
          },
          [&] { return problem.check(sums.back().values()[0]); });
  });
}

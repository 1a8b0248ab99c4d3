#include "cuda.hpp"
#include "histogram.hpp"

__global__ void clear(unsigned *counts) { counts[threadIdx.x] = 0; }

__global__ void count_values(const unsigned char *in, unsigned *counts) {
  __shared__ unsigned local_counts[bins];
  const int local = threadIdx.x;
  local_counts[local] = 0;
  __syncthreads();
  const int first = blockIdx.x * work_group * per_item + local;
  for (int i = 0; i < per_item; i++)
    atomicAdd(&local_counts[in[first + i * work_group]], 1u);
  __syncthreads();
  atomicAdd(&counts[local], local_counts[local]);
}

int main(int argc, char **argv) {
  static_assert(bins == work_group, "a thread has a bin");
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<std::uint8_t> in(problem.in);
    const bench::Array<std::uint32_t> counts(bins);
    program.row(
        problem.row(), stream,
        [&] {
          clear<<<1, bins>>>(counts);
          count_values<<<problem.count / per_item / work_group, work_group>>>(in, counts);
        },
        [&] { return problem.check(counts.values()); });
  });
}

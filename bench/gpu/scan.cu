#include "cuda.hpp"
#include "scan.hpp"

#include <deque>

using Value = std::uint32_t;

__global__ void scan_groups(const Value *in, Value *out, Value *totals, int count) {
  // Each step reads one half and writes the other, so that one barrier per step is enough.
  __shared__ Value sums[2][work_group];
  const int local = threadIdx.x, i = blockIdx.x * work_group + local;
  int now = 0;
  sums[now][local] = i < count ? in[i] : 0;
  for (int distance = 1; distance < work_group; distance *= 2) {
    __syncthreads();
    const Value before = local >= distance ? sums[now][local - distance] : 0;
    sums[1 - now][local] = sums[now][local] + before;
    now = 1 - now;
  }
  const Value sum = sums[now][local];
  if (i < count)
    out[i] = sum;
  if (local == work_group - 1)
    totals[blockIdx.x] = sum;
}

__global__ void add_totals(const Value *totals, Value *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The first part has nothing before it.
  if (i < count - work_group)
    out[i + work_group] += totals[i / work_group];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<Value> in(problem.in);
    const bench::Values<int> counts = problem.levels();
    std::deque<bench::Array<Value>> levels;
    for (int count : counts)
      levels.emplace_back(count);
    const int last = int(counts.size()) - 1;
    program.row(
        problem.row(), stream,
        [&] {
          for (int level = 0; level < last; level++)
            scan_groups<<<groups(counts[level]), work_group>>>(
                level == 0 ? in : levels[level], levels[level], levels[level + 1], counts[level]);
          for (int level = last - 2; level >= 0; level--)
            add_totals<<<bench::blocks(counts[level] - work_group), bench::block>>>(
                levels[level + 1], levels[level], counts[level]);
        },
        [&] { return problem.check(levels[0].values()); });
  });
}

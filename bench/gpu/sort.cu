#include "cuda.hpp"
#include "sort.hpp"

/// Puts two elements in order; pairs in runs of `size` rise and fall in turn.
__device__ void order(Key *keys, int first, int stride, bool rising) {
  const Key a = keys[first], b = keys[first + stride];
  if ((a > b) == rising) {
    keys[first] = b;
    keys[first + stride] = a;
  }
}

/// Sorts or merges in shared memory: the steps of runs from `size` to `last_size`, all of whose elements, or halves
/// of which, a block has.
__global__ void local_steps(const Key *in, Key *out, int size, int last_size) {
  __shared__ Key keys[part];
  const int local = threadIdx.x, base = blockIdx.x * part;
  keys[local] = in[base + local];
  keys[local + work_group] = in[base + local + work_group];
  for (int run = size; run <= last_size; run *= 2)
    for (int stride = min(run / 2, work_group); stride > 0; stride /= 2) {
      __syncthreads();
      const int first = 2 * local - (local & (stride - 1));
      order(keys, first, stride, ((base + first) & run) == 0);
    }
  __syncthreads();
  out[base + local] = keys[local];
  out[base + local + work_group] = keys[local + work_group];
}

__global__ void global_step(Key *keys, int count, int size, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count / 2)
    return;
  const int first = 2 * i - (i & (stride - 1));
  order(keys, first, stride, (first & size) == 0);
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int count = problem.count, groups = count / part;
    const bench::Array<Key> in(problem.in), out(count);
    program.row(
        problem.row(), stream,
        [&] {
          local_steps<<<groups, work_group>>>(in, out, 2, part);
          for (int size = 2 * part; size <= count; size *= 2) {
            for (int stride = size / 2; stride > work_group; stride /= 2)
              global_step<<<bench::blocks(count / 2), bench::block>>>(out, count, size, stride);
            local_steps<<<groups, work_group>>>(out, out, size, size);
          }
        },
        [&] { return problem.check(out.values()); });
  });
}

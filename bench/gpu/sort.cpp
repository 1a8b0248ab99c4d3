#include "sort.hpp"
#include "sycl.hpp"

namespace {

/// Puts two elements in order; pairs in runs of `size` rise and fall in turn.
template <typename Keys> void order(const Keys &keys, int first, int stride, bool rising) {
  const Key a = keys[first], b = keys[first + stride];
  if ((a > b) == rising) {
    keys[first] = b;
    keys[first + stride] = a;
  }
}

/// Sorts or merges in local memory: the steps of runs from `size` to `last_size`, all of whose elements, or halves
/// of which, a work-group has.
void local_steps(sycl::queue &queue, const Key *in, Key *out, int count, int size, int last_size) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<Key> keys(part, handler);
    handler.parallel_for(sycl::nd_range<1>(count / 2, work_group), [=](sycl::nd_item<1> item) {
      const int local = item.get_local_id(0), base = item.get_group(0) * part;
      keys[local] = in[base + local];
      keys[local + work_group] = in[base + local + work_group];
      for (int run = size; run <= last_size; run *= 2)
        for (int stride = sycl::min(run / 2, work_group); stride > 0; stride /= 2) {
          sycl::group_barrier(item.get_group());
          const int first = 2 * local - (local & (stride - 1));
          order(keys, first, stride, ((base + first) & run) == 0);
        }
      sycl::group_barrier(item.get_group());
      out[base + local] = keys[local];
      out[base + local + work_group] = keys[local + work_group];
    });
  });
}

void global_step(sycl::queue &queue, Key *keys, int count, int size, int stride) {
  queue.parallel_for(sycl::range<1>(count / 2), [=](sycl::id<1> pair) {
    const int i = pair[0], first = 2 * i - (i & (stride - 1));
    order(keys, first, stride, (first & size) == 0);
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int count = problem.count;
    const bench::Array<Key> in(queue, problem.in), out(queue, count);
    program.row(
        problem.row(), queue,
        [&] {
          local_steps(queue, in, out, count, 2, part);
          for (int size = 2 * part; size <= count; size *= 2) {
            for (int stride = size / 2; stride > work_group; stride /= 2)
              global_step(queue, out, count, size, stride);
            local_steps(queue, out, out, count, size, size);
          }
        },
        [&] { return problem.check(out.values()); });
  });
}

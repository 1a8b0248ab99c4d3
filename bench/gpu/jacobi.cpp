#include "jacobi.hpp"
#include "sycl.hpp"

namespace {

void relax(sycl::queue &queue, const float *now, float *next, int inner) {
  const int row = inner + 2, plane = row * row;
  queue.parallel_for(sycl::range<3>(inner, inner, inner), [=](sycl::id<3> point) {
    const int z = point[0] + 1, y = point[1] + 1, x = point[2] + 1;
    const int i = z * plane + y * row + x;
    next[i] = (now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] +
               now[i + plane]) *
              (1.0f / 6.0f);
  });
}

} // namespace

int main(int argc, char **argv) {
  static_assert(sweeps % 2 == 0, "the last sweep writes the second grid");
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> start(queue, problem.start), odd(queue, problem.start),
        even(queue, problem.start);
    program.row(
        problem.row(), queue,
        [&] {
          const float *now = start;
          for (int sweep = 0; sweep < sweeps; sweep++) {
            float *next = sweep % 2 == 0 ? odd : even;
            relax(queue, now, next, problem.inner);
            now = next;
          }
        },
        [&] { return problem.check(even.values()); });
  });
}

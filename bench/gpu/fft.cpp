#include "fft.hpp"
#include "sycl.hpp"

namespace {

using sycl::float2;

float2 multiply(float2 a, float2 b) {
  return {a.x() * b.x() - a.y() * b.y(), a.x() * b.y() + a.y() * b.x()};
}

/// Combines transforms of `length` values to transforms of four times as many.
void pass(sycl::queue &queue, const float2 *in, float2 *out, int count, int length) {
  queue.parallel_for(sycl::range<1>(count / 4), [=](sycl::id<1> quarter) {
    const int i = quarter[0], k = i & (length - 1);
    const float angle = -float(k) / float(2 * length);
    const float2 w1(sycl::cospi(angle), sycl::sinpi(angle));
    const float2 w2 = multiply(w1, w1), w3 = multiply(w1, w2);
    const float2 v0 = in[i];
    const float2 v1 = multiply(in[i + count / 4], w1);
    const float2 v2 = multiply(in[i + count / 2], w2);
    const float2 v3 = multiply(in[i + count / 4 * 3], w3);
    const float2 a = v0 + v2, b = v0 - v2, c = v1 + v3, d = v1 - v3;
    const float2 turned(d.y(), -d.x());
    float2 *to = out + (i - k) * 4 + k;
    to[0] = a + c;
    to[length] = b + turned;
    to[2 * length] = a - c;
    to[3 * length] = b - turned;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const int count = problem.count, passes = problem.passes;
    const bench::Array<Complex> in(queue, problem.in), odd(queue, count), even(queue, count);
    const auto pointer = [](const bench::Array<Complex> &array) {
      return reinterpret_cast<float2 *>(array.get());
    };
    program.row(
        problem.row(), queue,
        [&] {
          const float2 *from = pointer(in);
          for (int i = 0; i < passes; i++) {
            float2 *to = pointer(i % 2 == 0 ? odd : even);
            pass(queue, from, to, count, 1 << (2 * i));
            from = to;
          }
        },
        [&] { return problem.check((passes % 2 == 0 ? even : odd).values()); });
  });
}

#include "stencil.hpp"
#include "sycl.hpp"

namespace {

void five_points(sycl::queue &queue, const double *in, double *out, int inner) {
  const int width = inner + 2;
  queue.parallel_for(sycl::range<2>(inner, inner), [=](sycl::id<2> point) {
    const int i = (point[0] + 1) * width + point[1] + 1;
    out[i] = centre_weight * in[i] +
             face_weight * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
  });
}

void seven_points(sycl::queue &queue, const double *in, double *out, int inner) {
  const int width = inner + 2, plane = width * width;
  queue.parallel_for(sycl::range<3>(inner, inner, inner), [=](sycl::id<3> point) {
    const int i = (point[0] + 1) * plane + (point[1] + 1) * width + point[2] + 1;
    out[i] = centre_weight * in[i] + face_weight * (in[i - 1] + in[i + 1] + in[i - width] +
                                                    in[i + width] + in[i - plane] + in[i + plane]);
  });
}

void all_neighbours(sycl::queue &queue, const double *in, double *out, int inner) {
  const int width = inner + 2, plane = width * width;
  queue.parallel_for(sycl::range<3>(inner, inner, inner), [=](sycl::id<3> point) {
    const int i = (point[0] + 1) * plane + (point[1] + 1) * width + point[2] + 1;
    double sum = 0;
    for (int dz = -1; dz <= 1; dz++)
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += weight(dx * dx + dy * dy + dz * dz) * in[i + dz * plane + dy * width + dx];
    out[i] = sum;
  });
}

template <typename Kernel>
void run(bench::Program &program, sycl::queue &queue, const Problem &problem, Kernel kernel) {
  const bench::Array<double> in(queue, problem.in), out(queue, problem.in);
  program.row(
      problem.row(), queue, [&] { kernel(queue, in, out, problem.inner); },
      [&] { return problem.check(out.values()); });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    sycl::queue queue = bench::in_order_queue(program);
    const bool small = program.small;
    run(program, queue, Problem("stencil_2d5", 5, 2, small ? 200 : 8190), five_points);
    run(program, queue, Problem("stencil_3d7", 7, 3, small ? 30 : 510), seven_points);
    run(program, queue, Problem("stencil_3d27", 27, 3, small ? 30 : 382), all_neighbours);
  });
}

#include "problem.hpp"

namespace jacobi {

Problem::Problem(bench::Scale scale)
    : inner(scale == bench::Scale::full ? 254 : 62),
      start(bench::random_values((inner + 2) * (inner + 2) * (inner + 2), 0.0f, 1.0f)) {}

std::string Problem::size() const {
  const std::string points = bench::text(inner);
  return points + " x " + points + " x " + points + ", " + bench::text(sweeps) + " sweeps";
}

bench::Values<float> reference(const Problem &problem) {
  const std::size_t row = problem.inner + 2, plane = row * row;
  bench::Values<float> now = problem.start, next = problem.start;
  for (std::size_t sweep = 0; sweep < sweeps; sweep++) {
    for (std::size_t z = 1; z <= problem.inner; z++)
      for (std::size_t y = 1; y <= problem.inner; y++)
        for (std::size_t x = 1; x <= problem.inner; x++) {
          const float *at = &now[z * plane + y * row + x];
          next[z * plane + y * row + x] =
              (at[-1] + at[1] + at[-std::ptrdiff_t(row)] + at[row] + at[-std::ptrdiff_t(plane)] +
               at[plane]) *
              (1.0f / 6.0f);
        }
    std::swap(now, next);
  }
  return now;
}

} // namespace jacobi

int main(int argc, char **argv) { return bench::main<jacobi::Problem>(argc, argv); }

#include "problem.hpp"

namespace jacobi {

namespace {

void relax(const float *now, float *next, std::size_t inner) {
  const std::size_t row = inner + 2, plane = row * row;
#pragma omp parallel for collapse(2)
  for (std::size_t z = 1; z <= inner; z++)
    for (std::size_t y = 1; y <= inner; y++) {
      const std::size_t first = z * plane + y * row;
#pragma omp simd
      for (std::size_t i = first + 1; i <= first + inner; i++)
        next[i] = (now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] +
                   now[i + plane]) *
                  (1.0f / 6.0f);
    }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  using Grids = std::array<bench::Values<float>, 2>;
  const auto grids = std::make_shared<Grids>(Grids{problem.start, problem.start});
  const auto run = [=, &problem] {
    const float *now = problem.start.data();
    for (std::size_t sweep = 0; sweep < sweeps; sweep++) {
      float *next = (*grids)[sweep % 2].data();
      relax(now, next, problem.inner);
      now = next;
    }
  };
  return {run, [=] { return (*grids)[(sweeps - 1) % 2]; }};
}

} // namespace jacobi

#include "problem.hpp"

namespace flat_heat {

namespace {

void flow(const float *now, float *next, std::size_t width, std::size_t height) {
#pragma omp parallel for
  for (std::size_t y = 1; y < height - 1; y++) {
#pragma omp simd
    for (std::size_t x = 1; x < width - 1; x++) {
      const std::size_t i = y * width + x;
      next[i] = now[i] + 0.2f * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width] -
                                 4.0f * now[i]);
    }
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  using Plates = std::array<bench::Values<float>, 2>;
  const auto plates = std::make_shared<Plates>(Plates{problem.start, problem.start});
  const auto run = [=, &problem] {
    const float *now = problem.start.data();
    for (std::size_t step = 0; step < steps; step++) {
      float *next = (*plates)[step % 2].data();
      flow(now, next, problem.width, problem.height);
      now = next;
    }
  };
  return {run, [=] { return (*plates)[(steps - 1) % 2]; }};
}

} // namespace flat_heat

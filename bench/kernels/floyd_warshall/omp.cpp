#include "problem.hpp"

namespace floyd_warshall {

namespace {

void through(std::int32_t *ways, std::int32_t *last, int n, int k) {
#pragma omp parallel for
  for (int y = 0; y < n; y++) {
    const std::int32_t to = ways[y * n + k];
#pragma omp simd
    for (int x = 0; x < n; x++) {
      const std::int32_t length = to + ways[k * n + x];
      // Written without a branch, for clang does not vectorise it otherwise.
      const bool shorter = length < ways[y * n + x];
      ways[y * n + x] = shorter ? length : ways[y * n + x];
      last[y * n + x] = shorter ? k : last[y * n + x];
    }
  }
}

} // namespace

bench::Contender<std::int32_t> with_openmp(const Problem &problem) {
  const auto ways = std::make_shared<bench::Values<std::int32_t>>(problem.ways);
  const auto last = std::make_shared<bench::Values<std::int32_t>>(problem.ways.size());
  const auto run = [=, &problem] {
    *ways = problem.ways;
    for (int k = 0; k < problem.nodes; k++)
      through(ways->data(), last->data(), problem.nodes, k);
  };
  return {run, [=] { return *ways; }};
}

} // namespace floyd_warshall

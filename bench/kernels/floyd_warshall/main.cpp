#include "problem.hpp"

#include <algorithm>

namespace floyd_warshall {

Problem::Problem(bench::Scale scale)
    : nodes(scale == bench::Scale::full ? 512 : 64),
      ways(bench::random_values<std::int32_t>(std::size_t(nodes) * nodes, 1, 1000)) {}

std::string Problem::size() const { return bench::text(nodes) + " nodes"; }

bench::Values<std::int32_t> reference(const Problem &problem) {
  const int n = problem.nodes;
  bench::Values<std::int32_t> ways = problem.ways;
  for (int k = 0; k < n; k++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        ways[y * n + x] = std::min(ways[y * n + x], ways[y * n + k] + ways[k * n + x]);
  return ways;
}

} // namespace floyd_warshall

int main(int argc, char **argv) { return bench::main<floyd_warshall::Problem>(argc, argv); }

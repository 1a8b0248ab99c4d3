#include "problem.hpp"

namespace floyd_warshall {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<std::int32_t> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const std::size_t n(problem.nodes);
  const bench::opencl::Array<std::int32_t> from(problem.ways);
  const bench::opencl::Array<std::int32_t> ways(problem.ways.size()), last(problem.ways.size());
  const auto run = [=, &problem] {
    program.launch("start", {n * n}, {tile}, from, ways);
    for (int k = 0; k < problem.nodes; k++)
      program.launch("through", {n, n}, {tile, tile}, ways, last, problem.nodes, k);
    program.finish();
  };
  return {run, [=] { return ways.values(); }};
}

} // namespace floyd_warshall

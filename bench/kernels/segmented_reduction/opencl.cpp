#include "problem.hpp"

namespace segmented_reduction {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"SEGMENT", problem.segment}});
  const bench::opencl::Array<float> in(problem.in);
  const bench::opencl::Array<float> sums(problem.in.size() / problem.segment);
  const auto run = [=, &problem] {
    program.launch("sum_segments", {problem.in.size()}, {problem.segment}, in, sums);
    program.finish();
  };
  return {run, [=] { return sums.values(); }};
}

} // namespace segmented_reduction

#include "problem.hpp"

namespace flat_reduction {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

/// OpenCL C has no reductions: so many groups leave a sum each.
constexpr std::size_t group = 256, groups = 64;

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  using Array = bench::opencl::Array<float>;
  const bench::opencl::Program program(
      source, {{"WORK_GROUP", group}, {"BORDER", std::size_t(border)}});
  const Array in(problem.in), w(problem.in.size()), sums(groups), sum(1);
  const auto run = [=, &problem] {
    program.launch("products", {group * groups}, {group}, in, w, sums, problem.width,
                   problem.height);
    program.launch("add", {1}, {1}, sums, sum, int(groups));
    program.finish();
  };
  return {run, [=] { return sum.values(); }};
}

} // namespace flat_reduction

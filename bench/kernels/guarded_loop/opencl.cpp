#include "problem.hpp"

namespace guarded_loop {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  using Array = bench::opencl::Array<float>;
  const bench::opencl::Program program(source);
  const Array slope(problem.slope), start(problem.start), x(problem.x), y(problem.y);
  const Array out(std::size_t(problem.lines));
  const std::size_t padded = (std::size_t(problem.lines) + group - 1) / group * group;
  const auto run = [=, &problem] {
    program.launch("errors", {padded}, {group}, slope, start, x, y, out, problem.lines,
                   problem.points);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace guarded_loop

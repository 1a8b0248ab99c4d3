#include "problem.hpp"

namespace transpose {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const bench::opencl::Array<float> in(problem.in), out(problem.in.size());
  const auto run = [=, &problem] {
    program.launch("transpose", {problem.columns, problem.rows}, {tile, tile}, in, out,
                   problem.rows, problem.columns);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace transpose

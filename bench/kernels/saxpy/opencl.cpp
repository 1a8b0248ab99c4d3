#include "problem.hpp"

namespace saxpy {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const bench::opencl::Array<float> x(problem.x), y(problem.y), z(problem.count);
  const auto run = [=, &problem] {
    program.launch("saxpy", {problem.count}, {}, problem.a, x, y, z);
    program.finish();
  };
  return {run, [=] { return z.values(); }};
}

} // namespace saxpy

#include "problem.hpp"

namespace nbody {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"SOFTENING", softening}});
  const bench::opencl::Array<float> x(problem.x), y(problem.y), z(problem.z), mass(problem.mass),
      pull(3 * problem.count);
  const auto run = [=, count = problem.count] {
    program.launch("attract", {count}, {}, x, y, z, mass, pull, count);
    program.finish();
  };
  return {run, [=] { return pull.values(); }};
}

} // namespace nbody

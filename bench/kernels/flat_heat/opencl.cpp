#include "problem.hpp"

namespace flat_heat {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  using Array = bench::opencl::Array<float>;
  const bench::opencl::Program program(source);
  const Array start(problem.start);
  const std::array<Array, 2> plates{Array(problem.start), Array(problem.start)};
  const auto run = [=, &problem] {
    for (std::size_t step = 0; step < steps; step++) {
      const Array &now = step == 0 ? start : plates[(step - 1) % 2];
      program.launch("flow", {problem.width * problem.height}, {}, now, plates[step % 2],
                     std::uint64_t(problem.width), std::uint64_t(problem.height));
    }
    program.finish();
  };
  return {run, [=] { return plates[(steps - 1) % 2].values(); }};
}

} // namespace flat_heat

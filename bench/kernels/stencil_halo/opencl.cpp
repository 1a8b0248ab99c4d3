#include "problem.hpp"

namespace stencil_halo {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<std::int32_t> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"GROUP", std::size_t(group)}, {"RADIUS", std::size_t(radius)}});
  const bench::opencl::Array<std::int32_t> in(problem.in), out(std::size_t(problem.count));
  const auto run = [=, &problem] {
    program.launch("sum_neighbours", {std::size_t(problem.count)}, {std::size_t(group)}, in, out);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace stencil_halo

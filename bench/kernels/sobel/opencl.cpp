#include "problem.hpp"

namespace sobel {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const bench::opencl::Array<float> image(problem.image), edges(problem.image.size());
  const auto run = [=, &problem] {
    program.launch("find_edges", {problem.width, problem.height}, {}, image, edges);
    program.finish();
  };
  return {run, [=] { return edges.values(); }};
}

} // namespace sobel

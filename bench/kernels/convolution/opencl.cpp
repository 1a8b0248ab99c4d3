#include "problem.hpp"

namespace convolution {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"DIAMETER", diameter}});
  const bench::opencl::Array<float> image(problem.image), filter(problem.filter),
      out(problem.width * problem.height);
  const auto run = [=, &problem] {
    program.launch("convolve", {problem.width, problem.height}, {}, image, filter, out,
                   problem.width);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace convolution

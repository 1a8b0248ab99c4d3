#include "problem.hpp"

namespace bilinear {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const bench::opencl::Array<float> image(problem.image), copy(problem.image.size());
  const auto run = [=, &problem] {
    const Turn &turn = problem.turn;
    program.launch("turn_image", {problem.width, problem.height}, {}, image, copy, turn.xx, turn.xy,
                   turn.x0, turn.yx, turn.yy, turn.y0);
    program.finish();
  };
  return {run, [=] { return copy.values(); }};
}

} // namespace bilinear

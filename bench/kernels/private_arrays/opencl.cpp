#include "problem.hpp"

namespace private_arrays {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  using Array = bench::opencl::Array<float>;
  const bench::opencl::Program program(source, {{"POSES", std::size_t(poses_per_item)}});
  const Array small(problem.small_atoms), large(problem.large_atoms), places(problem.places);
  const Array out(std::size_t(problem.items) * poses_per_item);
  const auto run = [=, &problem] {
    program.launch("energies", {std::size_t(problem.items)}, {}, small, large, places, out,
                   problem.items, problem.small, problem.large);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace private_arrays

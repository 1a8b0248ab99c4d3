#include "problem.hpp"

namespace subgroup_reduction {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"COLUMNS", columns},
                                                {"WORK_GROUP", work_group},
                                                {"ROWS_PER_GROUP", rows_per_group},
                                                {"LANES", opencl_lanes}});
  const bench::opencl::Array<float> matrix(problem.matrix), vector(problem.vector),
      out(problem.rows);
  const auto run = [=, &problem] {
    program.launch("multiply", {problem.rows / rows_per_group * work_group}, {work_group}, matrix,
                   vector, out);
    program.finish();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace subgroup_reduction

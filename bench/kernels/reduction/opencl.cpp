#include "problem.hpp"

namespace reduction {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source,
                                       {{"WORK_GROUP", work_group}, {"PER_ITEM", per_item}});
  const bench::opencl::Array<float> in(problem.in);
  std::vector<bench::opencl::Array<float>> sums;
  for (std::size_t count : passes(problem.in.size()))
    sums.emplace_back(groups(count));
  const auto run = [=] {
    const bench::opencl::Array<float> *from = &in;
    for (const auto &to : sums) {
      const std::size_t count = from->size();
      program.launch("sum_groups", {groups(count) * work_group}, {work_group}, *from, to, count);
      from = &to;
    }
    program.finish();
  };
  return {run, [=] { return sums.back().values(); }};
}

} // namespace reduction

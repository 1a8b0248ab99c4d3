#include "problem.hpp"

namespace scan {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<std::uint32_t> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"WORK_GROUP", work_group}});
  using Array = bench::opencl::Array<std::uint32_t>;
  const Array in(problem.in);
  std::vector<Array> levels;
  for (std::size_t count : levels_of(problem.in.size()))
    levels.emplace_back(count);
  const auto scan_groups = [=](const Array &in, const Array &out, const Array &totals) {
    program.launch("scan_groups", {groups(out.size()) * work_group}, {work_group}, in, out, totals,
                   out.size());
  };
  const auto run = [=] {
    const std::size_t last = levels.size() - 1;
    scan_groups(in, levels[0], levels[1]);
    for (std::size_t level = 1; level < last; level++)
      scan_groups(levels[level], levels[level], levels[level + 1]);
    for (std::size_t level = last - 1; level-- > 0;)
      program.launch("add_totals", {levels[level].size() - work_group}, {}, levels[level + 1],
                     levels[level]);
    program.finish();
  };
  return {run, [=] { return levels[0].values(); }};
}

} // namespace scan

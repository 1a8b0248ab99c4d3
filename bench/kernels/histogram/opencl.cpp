#include "problem.hpp"

namespace histogram {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<std::uint32_t> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(
      source, {{"BINS", bins}, {"WORK_GROUP", work_group}, {"PER_ITEM", per_item}});
  const bench::opencl::Array<std::uint8_t> in(problem.in);
  const bench::opencl::Array<std::uint32_t> counts(bins);
  const auto run = [=] {
    program.launch("clear", {bins}, {}, counts);
    program.launch("count_values", {in.size() / per_item}, {work_group}, in, counts);
    program.finish();
  };
  return {run, [=] { return counts.values(); }};
}

} // namespace histogram

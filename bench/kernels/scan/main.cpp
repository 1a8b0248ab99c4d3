#include "problem.hpp"

namespace scan {

Problem::Problem(bench::Scale scale)
    : in(bench::random_values<std::uint32_t>(
          std::size_t{1} << (scale == bench::Scale::full ? 24 : 20), 0, 100)) {}

std::string Problem::size() const { return bench::text(in.size()) + " integers"; }

bench::Values<std::uint32_t> reference(const Problem &problem) {
  bench::Values<std::uint32_t> out(problem.in.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < out.size(); i++)
    out[i] = sum += problem.in[i];
  return out;
}

} // namespace scan

int main(int argc, char **argv) { return bench::main<scan::Problem>(argc, argv); }

#include "problem.hpp"

namespace histogram {

Problem::Problem(bench::Scale scale)
    : in(bench::random_values<std::uint8_t>(
          std::size_t{1} << (scale == bench::Scale::full ? 24 : 20), 0, 255)) {}

std::string Problem::size() const { return bench::text(in.size()) + " bytes"; }

bench::Values<std::uint32_t> reference(const Problem &problem) {
  bench::Values<std::uint32_t> counts(bins);
  for (std::uint8_t value : problem.in)
    counts[value]++;
  return counts;
}

} // namespace histogram

int main(int argc, char **argv) { return bench::main<histogram::Problem>(argc, argv); }

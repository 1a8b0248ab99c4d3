#include "problem.hpp"

namespace stencil_halo {

Problem::Problem(bench::Scale scale)
    : count(1 << (scale == bench::Scale::full ? 25 : 18)),
      in(bench::random_values<std::int32_t>(std::size_t(count) + 2 * radius, 0, 1000)) {}

std::string Problem::size() const { return bench::text(count) + " integers"; }

bench::Values<std::int32_t> reference(const Problem &problem) {
  bench::Values<std::int32_t> out(problem.count);
  for (int i = 0; i < problem.count; i++)
    for (int k = 0; k <= 2 * radius; k++)
      out[i] += problem.in[i + k];
  return out;
}

} // namespace stencil_halo

int main(int argc, char **argv) { return bench::main<stencil_halo::Problem>(argc, argv); }

#include "problem.hpp"

namespace black_scholes {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const bench::opencl::Array<float> spot(problem.spot), strike(problem.strike),
      years(problem.years), prices(2 * problem.count);
  const auto run = [=, count = problem.count] {
    program.launch("price", {count}, {}, spot, strike, years, prices, rate, volatility);
    program.finish();
  };
  return {run, [=] { return prices.values(); }};
}

} // namespace black_scholes

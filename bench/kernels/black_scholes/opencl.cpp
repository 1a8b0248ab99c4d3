#include "problem.hpp"

namespace black_scholes {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source, {{"RATE", rate},
                                                {"VOLATILITY", volatility},
                                                {"SCALE", cdf.scale},
                                                {"DENSITY", cdf.density},
                                                {"A1", cdf.a1},
                                                {"A2", cdf.a2},
                                                {"A3", cdf.a3},
                                                {"A4", cdf.a4},
                                                {"A5", cdf.a5}});
  const bench::opencl::Array<float> spot(problem.spot), strike(problem.strike),
      years(problem.years), prices(2 * problem.count);
  const auto run = [=, count = problem.count] {
    program.launch("price", {count}, {}, spot, strike, years, prices);
    program.finish();
  };
  return {run, [=] { return prices.values(); }};
}

} // namespace black_scholes

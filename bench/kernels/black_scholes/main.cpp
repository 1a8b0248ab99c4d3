#include "problem.hpp"

namespace black_scholes {

namespace {

// From the error function, unlike the contenders, so that their polynomial is checked as well.
double normal_distribution(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

} // namespace

Problem::Problem(bench::Scale scale)
    : count(std::size_t{1} << (scale == bench::Scale::full ? 22 : 18)),
      spot(bench::random_values(count, 5.0f, 30.0f, 1)),
      strike(bench::random_values(count, 5.0f, 50.0f, 2)),
      years(bench::random_values(count, 0.25f, 10.0f, 3)) {}

std::string Problem::size() const { return bench::text(count) + " options"; }

bench::Values<float> reference(const Problem &problem) {
  bench::Values<float> prices(2 * problem.count);
  for (std::size_t i = 0; i < problem.count; i++) {
    const double spot = problem.spot[i], strike = problem.strike[i], years = problem.years[i];
    const double spread = volatility * std::sqrt(years);
    const double d1 =
        (std::log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
    const double present = strike * std::exp(-rate * years);
    const double call = spot * normal_distribution(d1) - present * normal_distribution(d1 - spread);
    prices[i] = float(call);
    prices[problem.count + i] = float(call + present - spot);
  }
  return prices;
}

} // namespace black_scholes

int main(int argc, char **argv) { return bench::main<black_scholes::Problem>(argc, argv); }
